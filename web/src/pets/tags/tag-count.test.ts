import { expect, test } from 'vitest'
import { isTagCount } from './tag-count.ts'

test.each([
  ['1', true],
  ['100', true],
  ['007', true],
  ['0', false],
  ['101', false],
  ['-3', false],
  ['2.5', false],
  ['1e2', false],
  ['', false],
  ['ten', false],
  // TAG-1
])('%j as a number of codes: %s', (typed, expected) => {
  expect(isTagCount(typed)).toBe(expected)
})
