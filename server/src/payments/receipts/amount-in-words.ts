import { LANGUAGES, type Language } from '@petsetu/languages/languages.ts'
import { ToWordsCore } from 'to-words/core'

// The library spells these otherwise than the standard forms of the Central Hindi Directorate, than Marathi school books, or than its own neighbours.
const HINDI_SPELLINGS: Record<number, string> = { 5: 'पाँच', 44: 'चवालीस', 51: 'इक्यावन', 53: 'तिरपन', 91: 'इक्यानवे' }
const MARATHI_SPELLINGS: Record<number, string> = {
  33: 'तेहतीस',
  61: 'एकसष्ट',
  62: 'बासष्ट',
  63: 'त्रेसष्ट',
  64: 'चौसष्ट',
  65: 'पासष्ट',
  66: 'सहासष्ट',
  67: 'सदुसष्ट',
  68: 'अडुसष्ट',
  74: 'चौऱ्याहत्तर',
}

type Words = { only: string; hundred: string; spellings: Record<number, string> }

// In Hindi the library says "thousand hundred" for 1,100, which is "thousand one hundred". In Marathi a hundred has a word of its own where
// nothing follows it.
const WORDS: Record<Exclude<Language, 'en'>, Words> = {
  hi: { only: 'मात्र', hundred: 'एक सौ', spellings: HINDI_SPELLINGS },
  mr: { only: 'फक्त', hundred: 'शंभर', spellings: MARATHI_SPELLINGS },
}

type Locale = Parameters<ToWordsCore['setLocale']>[0]

async function createConverter(language: Language): Promise<ToWordsCore> {
  const { default: Locale } = (await import(`to-words/${language}-IN`)) as { default: Locale }
  if (language === 'en') return new ToWordsCore().setLocale(Locale)
  const config = withWords(new Locale().config, WORDS[language])
  return new ToWordsCore().setLocale(
    class {
      config = config
    },
  )
}

function withWords(
  config: InstanceType<Locale>['config'],
  { only, hundred, spellings }: Words,
): InstanceType<Locale>['config'] {
  const numberWordsMapping = config.numberWordsMapping.map(({ number, value }) => {
    return { number, value: spellings[Number(number)] ?? value }
  })
  const exactWordsMapping = [{ number: 100, value: hundred }]
  return { ...config, texts: { ...config.texts, only }, numberWordsMapping, exactWordsMapping }
}

const CONVERTERS = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (language) => [language, await createConverter(language)])),
) as Record<Language, ToWordsCore>

export function amountInWords(rupees: number, language: Language): string {
  return CONVERTERS[language].convert(rupees, { currency: true, ignoreZeroCurrency: true })
}
