import { compileTexts, readTexts } from './catalogues.ts'
import type { Language } from './languages.ts'
import { createI18n, type Translate, translateWith } from './translator.ts'

/** All texts of a language, for tests. */
export function allTextsIn(language: Language): Translate {
  return translateWith(createI18n(language, compileTexts(readTexts(language), language)))
}

/** All texts in English, for tests. */
export const englishTexts = allTextsIn('en')
