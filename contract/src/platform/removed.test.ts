import { allTextsIn } from '@petsetu/languages/all-texts.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { expect, test } from 'vitest'
import { ERASED, EXPIRED, shownWords } from './removed.ts'

// LNG-1
test('what was removed is said in the page’s language, all else stays as typed', () => {
  const shown = (stored: string) => LANGUAGES.map((language) => shownWords(stored, allTextsIn(language)))
  expect(shown(ERASED)).toEqual(['Erased', 'हटाया गया', 'पुसले'])
  expect(shown(EXPIRED)).toEqual(['Expired', 'समाप्त', 'संपलेले'])
  for (const typed of ['Erased twice', 'erased', 'toString', '']) expect(shown(typed)).toEqual([typed, typed, typed])
})
