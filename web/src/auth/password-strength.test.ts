import { expect, test } from 'vitest'
import { strengthOf } from './password-strength.ts'

test.each([
  ['', 0],
  ['abcde', 0],
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
