import { allTextsIn } from '@petsetu/languages/all-texts.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { expect, test } from 'vitest'
import { COMPLAINT_TYPES, shownType, storedType, suggestedTypes } from './complaint-facts.ts'

// LNG-1
test('a suggested complaint type is shown in the page’s language, stored in English', () => {
  const hindi = allTextsIn('hi')
  expect(shownType('Cruelty', hindi)).toBe('क्रूरता')
  expect(storedType('क्रूरता', hindi)).toBe('Cruelty')
  for (const text of LANGUAGES.map(allTextsIn)) {
    expect(suggestedTypes(text).map((shown) => storedType(shown, text))).toEqual([...COMPLAINT_TYPES])
  }
})

// LNG-1, CMP-1
test('a type in own words stays as it was written', () => {
  const hindi = allTextsIn('hi')
  for (const own of ['', 'Cruelty to dogs', 'क्रूरता और शोर', 'toString']) {
    expect([shownType(own, hindi), storedType(own, hindi)]).toEqual([own, own])
  }
})
