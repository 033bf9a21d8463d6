import { expect, test } from 'vitest'
import { isLittleMoreThanName } from './password-rules.ts'

test.each([
  ['asha-12', ['Asha'], true],
  ['STRASSE1', ['Straße'], true],
  ['ﬁona-1', ['Fiona'], true],
  ['asha-1234', ['Asha'], false],
  ['marigold-7', ['Asha', ''], false],
  // V6.2.11
])('the password %s is little more than one of the names %j: %s', (password, names, expected) => {
  expect(isLittleMoreThanName(password, names)).toBe(expected)
})
