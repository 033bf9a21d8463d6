import { expect, test } from 'vitest'
import { shorten } from './shorten.ts'

test('PLN-2 a description of 50 characters stays whole, one more is cut to 50 and an ellipsis', () => {
  expect(shorten('a'.repeat(50))).toBe('a'.repeat(50))
  expect(shorten('a'.repeat(51))).toBe(`${'a'.repeat(50)}...`)
  expect(shorten('')).toBe('')
})

test('PLN-2 a character of two code units is never cut in half', () => {
  expect(shorten(`${'a'.repeat(49)}🐕🐈`)).toBe(`${'a'.repeat(49)}🐕...`)
})

test('PLN-2 lines of a description are shown as one', () => {
  expect(shorten('Food\nand shelter')).toBe('Food and shelter')
})
