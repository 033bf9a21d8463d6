import type { Language } from '@petsetu/languages/languages.ts'
import { ToWordsCore } from 'to-words/core'
import EnglishLocale from 'to-words/en-IN'
import HindiLocale from 'to-words/hi-IN'
import MarathiLocale from 'to-words/mr-IN'

// The library spells these otherwise than the standard forms of the Central Hindi Directorate, than Marathi school books, or than its own neighbours.
const HINDI_SPELLINGS: Record<number, string> = { 5: 'पाँच', 44: 'चवालीस', 51: 'इक्यावन', 53: 'तिरपन', 91: 'इक्यानवे' }
const MARATHI_SPELLINGS: Record<number, string> = {
  ...{ 33: 'तेहतीस', 61: 'एकसष्ट', 62: 'बासष्ट', 63: 'त्रेसष्ट', 64: 'चौसष्ट', 65: 'पासष्ट' },
  ...{ 66: 'सहासष्ट', 67: 'सदुसष्ट', 68: 'अडुसष्ट', 74: 'चौऱ्याहत्तर' },
}

/** The library says "thousand hundred" for 1,100 in Hindi, which is "thousand one hundred". */
class Hindi {
  config = withWords(new HindiLocale().config, { only: 'मात्र', hundred: 'एक सौ', spellings: HINDI_SPELLINGS })
}

/** In Marathi a hundred has a word of its own where nothing follows it. */
class Marathi {
  config = withWords(new MarathiLocale().config, { only: 'फक्त', hundred: 'शंभर', spellings: MARATHI_SPELLINGS })
}

type LocaleConfig = HindiLocale['config']
type Words = { only: string; hundred: string; spellings: Record<number, string> }

function withWords<C extends LocaleConfig>(config: C, { only, hundred, spellings }: Words) {
  const numberWordsMapping = config.numberWordsMapping.map(({ number, value }) => {
    return { number, value: spellings[Number(number)] ?? value }
  })
  const exactWordsMapping = [{ number: 100, value: hundred }]
  return { ...config, texts: { ...config.texts, only }, numberWordsMapping, exactWordsMapping }
}

const CONVERTERS: Record<Language, ToWordsCore> = {
  en: new ToWordsCore().setLocale(EnglishLocale),
  hi: new ToWordsCore().setLocale(Hindi),
  mr: new ToWordsCore().setLocale(Marathi),
}

/** An amount of rupees in words, with lakh and crore, as receipts say it. */
export function amountInWords(rupees: number, language: Language): string {
  return CONVERTERS[language].convert(rupees, { currency: true, ignoreZeroCurrency: true })
}
