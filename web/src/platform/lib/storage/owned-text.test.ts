import { expect, test } from 'vitest'
import { keepOwned, readOwned, removeOwned } from './owned-text.ts'
import { VISITOR } from './storage.ts'

// APP-12
test('what a visitor typed passes to the account that signs in, once', () => {
  keepOwned('key', VISITOR, 'from before')
  expect(readOwned('key', '7')).toBe('from before')
  expect(readOwned('key', VISITOR)).toBeNull()
  expect(readOwned('key', '7')).toBe('from before')
  removeOwned('key', '7')
  expect(readOwned('key', '7')).toBeNull()
})

// APP-12
test('another account never finds somebody else’s text, and it is deleted', () => {
  keepOwned('payment', '7', 'of seven')
  expect(readOwned('payment', VISITOR)).toBeNull()
  expect(readOwned('payment', '7')).toBe('of seven')
  expect(readOwned('payment', '8')).toBeNull()
  expect(readOwned('payment', '7')).toBeNull()
})

// APP-12
test('an account’s text is not replaced by a visitor’s', () => {
  keepOwned('saved', '7', 'own')
  keepOwned('saved', VISITOR, 'the visitor’s')
  expect(readOwned('saved', '7')).toBe('own')
  expect(readOwned('saved', VISITOR)).toBe('the visitor’s')
})
