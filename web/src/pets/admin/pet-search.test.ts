import type { Pet } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { petsNamed } from './pet-search.ts'

const pets = ['Tara', 'Star', 'Moti', '100% Bhola', 'शेरू'].map((petName) => ({ petName }) as Pet)
const named = (text: string) => petsNamed(pets, text).map((pet) => pet.petName)

// PET-18
test('finds a part of the name in any case', () => {
  expect(named('TAR')).toEqual(['Tara', 'Star'])
  expect(named('शे')).toEqual(['शेरू'])
  expect(named('%')).toEqual(['100% Bhola'])
  expect(named('zebra')).toEqual([])
})

// PET-18
test('an empty search restores the full list', () => {
  expect(named('')).toHaveLength(5)
  expect(named('   ')).toHaveLength(5)
})
