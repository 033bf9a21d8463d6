import { expect, test } from 'vitest'
import { HINTS, hintOf, strengthOf } from './password-strength.ts'

test.each([
  ['', 0],
  ['abcde', 0],
  ['🐕🐈🐇', 0],
  ['aaaaaaaaaaaa', 1],
  ['abcdefghijkl', 1],
  ['12345678', 1],
  ['monsoon', 1],
  ['Monsoon7!', 1],
  ['Rain-on-tin7', 2],
  ['the dog sleeps under the stairs', 3],
  ['कुत्ता बरामदे में सोता है', 3],
] as const)('%j is of strength %i', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})

// V6.2.4, V6.2.12
test('a password that is often used gets a hint, whatever its length', () => {
  expect(hintOf('qwertyuiopasdfghjkl', [], true)).toEqual({ strength: 1, words: HINTS.common })
  expect(hintOf('12345', [], true)).toEqual({ strength: 0, words: HINTS[0] })
  expect(hintOf('the dog sleeps under the stairs', [], false)).toEqual({ strength: 3, words: HINTS[3] })
})

// V6.2.11
test('a password that is little more than a name gets a hint', () => {
  const names = ['Lakshmi-Devi', '', 'petsetu']
  for (const password of ['lakshmi-devi', 'LAKSHMI-DEVI7!', 'x-PetSetu'])
    expect(hintOf(password, names, false)).toEqual({ strength: 1, words: HINTS.name })
  expect(hintOf('lakshmi-devi waters the roses', names, false).strength).toBe(3)
})
