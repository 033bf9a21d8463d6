import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SPECIES, speciesOf } from './kinds.ts'
import { drawingOf } from './pet-pictures.ts'

test.each([
  ['Dog', 'dog'],
  ['  indie DOG (brown)', 'dog'],
  ['Labrador', 'dog'],
  ['कुत्ता', 'dog'],
  ['कुत्रा', 'dog'],
  ['Indie', 'dog'],
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
