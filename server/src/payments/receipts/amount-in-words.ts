import type { Language } from '@petsetu/languages/languages.ts'
import { ToWordsCore } from 'to-words/core'
import EnglishLocale from 'to-words/en-IN'
import HindiLocale from 'to-words/hi-IN'
import MarathiLocale from 'to-words/mr-IN'

/** The library says "thousand hundred" for 1,100 in Hindi, which is "thousand one hundred". */
class Hindi {
  config = withWords(new HindiLocale().config, { only: 'मात्र', hundred: 'एक सौ' })
}

/** In Marathi a hundred has a word of its own where nothing follows it. */
class Marathi {
  config = withWords(new MarathiLocale().config, { only: 'फक्त', hundred: 'शंभर' })
}

type LocaleConfig = HindiLocale['config']

function withWords<C extends LocaleConfig>(config: C, { only, hundred }: { only: string; hundred: string }) {
  const exactWordsMapping = [{ number: 100, value: hundred }]
  return { ...config, texts: { ...config.texts, only }, exactWordsMapping }
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
