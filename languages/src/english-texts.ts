import { compileTexts, readTexts } from './catalogues.ts'
import { createI18n, translateWith } from './translator.ts'

const i18n = createI18n('en', compileTexts(readTexts('en')))

/** All texts in English, for tests. */
export const englishTexts = translateWith(i18n)
