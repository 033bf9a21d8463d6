import { allTextsIn } from './all-texts.ts'

/** All texts in English, for tests. */
export const englishTexts = allTextsIn('en')
