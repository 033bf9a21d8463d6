import { expect, test } from 'vitest'
import { shorten } from './shorten.ts'

// PLN-2
test('a description of 50 characters stays whole, and a longer one gets an ellipsis', () => {
  expect(shorten('a'.repeat(50))).toBe('a'.repeat(50))
  expect(shorten('a'.repeat(51))).toBe(`${'a'.repeat(50)}...`)
  expect(shorten('')).toBe('')
})

// PLN-2
test('a character of two code units is never cut in half', () => {
  expect(shorten(`${'a'.repeat(49)}🐕🐈`)).toBe(`${'a'.repeat(49)}🐕...`)
})

// PLN-2
test('lines of a description are shown as one', () => {
  expect(shorten('Food\nand shelter')).toBe('Food and shelter')
})
