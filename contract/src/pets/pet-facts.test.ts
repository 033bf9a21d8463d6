import { existsSync } from 'node:fs'
import path from 'node:path'
import { allTextsIn } from '@petsetu/languages/all-texts.ts'
import { expect, test } from 'vitest'
import { today } from '../platform/dates.ts'
import { rabiesValidity, SPECIES, shownAge, shownKind, speciesOf } from './pet-facts.ts'
import { drawingOf } from './pet-pictures.ts'

const [english, hindi, marathi] = (['en', 'hi', 'mr'] as const).map(allTextsIn) as [
  ReturnType<typeof allTextsIn>,
  ReturnType<typeof allTextsIn>,
  ReturnType<typeof allTextsIn>,
]

test.each([
  ['Dog', 'dog'],
  ['  indie DOG (brown)', 'dog'],
  ['Labrador', 'dog'],
  ['कुत्ता', 'dog'],
  ['कुत्रा', 'dog'],
  ['Indie', 'dog'],
  ['Pit bull', 'dog'],
  ['Bull-terrier mix', 'dog'],
  ['French Bulldog', 'dog'],
  ['Australian cattle dog', 'dog'],
  ['पिल्ला', 'dog'],
  ['Bull', 'cow'],
  ['Indie cat', 'cat'],
  ['Persian cat', 'cat'],
  ['बिल्ली', 'cat'],
  ['मांजर', 'cat'],
  ['Cattle', 'cow'],
  ['गाय', 'cow'],
  ['मांजराचे पिल्लू', 'cat'],
  ['ससाणा', 'other'],
  ['Rabbit', 'rabbit'],
  ['ससा', 'rabbit'],
  ['goats', 'goat'],
  ['शेळी', 'goat'],
  ['Parakeet', 'parrot'],
  ['पोपट', 'parrot'],
  ['Bird', 'parrot'],
  ['पक्षी', 'parrot'],
  ['Goldfish', 'fish'],
  ['catfish', 'fish'],
  ['मछली', 'fish'],
  ['Tortoise', 'other'],
  ['कछुआ', 'other'],
  ['dogma', 'other'],
  ['', 'other'],
  // FND-1
])('%j is drawn as %s', (petType, species) => expect(speciesOf(petType)).toBe(species))

// FND-1
test('every species has a picture', () => {
  for (const species of SPECIES) {
    expect(existsSync(path.join(import.meta.dirname, '../../../web/public', drawingOf(species))), species).toBe(true)
  }
})

test.each([
  ['Dog', 'Dog', 'कुत्ता', 'कुत्रा'],
  ['cat ', 'cat ', 'बिल्ली', 'मांजर'],
  ['शेळी', 'Goat', 'बकरी', 'शेळी'],
  ['Parakeet', 'Parakeet', 'तोता', 'पोपट'],
  // LNG-1
])('the kind ‘%s’ is shown in the page’s language', (typed, inEnglish, inHindi, inMarathi) => {
  expect([english, hindi, marathi].map((text) => shownKind(typed, text))).toEqual([inEnglish, inHindi, inMarathi])
})

test.each([
  ['3 years', '3 years', '3 साल', '3 वर्षे'],
  ['1 Year', '1 Year', '1 साल', '1 वर्ष'],
  ['7 months', '7 months', '7 महीने', '7 महिने'],
  ['about 4 years', 'about 4 years', 'करीब 4 साल', 'साधारण 4 वर्षे'],
  ['2 साल', '2 years', '2 साल', '2 वर्षे'],
  // LNG-1
])('the age ‘%s’ is shown in the page’s language', (typed, inEnglish, inHindi, inMarathi) => {
  expect([english, hindi, marathi].map((text) => shownAge(typed, text))).toEqual([inEnglish, inHindi, inMarathi])
})

// LNG-1, PET-3
test('a kind or an age in own words stays as it was typed', () => {
  for (const own of ['', 'Indie dog', 'मोर', 'toString', 'dog & cat']) expect(shownKind(own, hindi)).toBe(own)
  for (const own of ['', 'old', '3', '3 years 2 months', '300 years']) expect(shownAge(own, hindi)).toBe(own)
})

// CAR-2
test('a rabies vaccination that is planned is not known, whatever its end', () => {
  const dayIn = (days: number) => today(new Date(Date.now() + days * 86_400_000))
  const [yesterday, tomorrow, later] = [dayIn(-1), dayIn(1), dayIn(400)]
  expect(rabiesValidity(later, tomorrow)).toEqual({ state: 'unknown' })
  expect(rabiesValidity(null, tomorrow)).toEqual({ state: 'unknown' })
  expect(rabiesValidity(later, yesterday)).toEqual({ state: 'valid', until: later })
  expect(rabiesValidity(later, null)).toEqual({ state: 'valid', until: later })
})
