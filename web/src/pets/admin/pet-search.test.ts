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
test('finds a pet by its tag, its owner and its contact, too', () => {
  const [moti, sheru] = [
    { petName: 'Moti', petId: 'ABCDEFGHJKLM', ownerName: 'Asha Rao', contactDetails: '+91 98765 43210' },
    { petName: 'Sheru', petId: 'NPQRSTUVWXYZ', ownerName: null, contactDetails: 'ravi@example.org' },
  ] as Pet[]
  const found = (text: string) =>
    petsNamed(
      [moti, sheru].filter((pet) => pet !== undefined),
      text,
    )
  for (const text of ['abcd-efgh jklm', 'cdef', 'asha', '98765']) expect(found(text), text).toEqual([moti])
  for (const text of ['wxyz', 'RAVI@']) expect(found(text), text).toEqual([sheru])
})

// PET-18
test('an empty search restores the full list', () => {
  expect(named('')).toHaveLength(5)
  expect(named('   ')).toHaveLength(5)
})
