import { expect, test } from 'vitest'
import { EMPTY_COMPLAINT, feeErrorOf } from './complaint-values.ts'

// CMP-1
test('the filing fee starts at 100, and may not be less', () => {
  expect(EMPTY_COMPLAINT.amount).toBe('100')
  expect(['100', '250.50', '100000'].map(feeErrorOf)).toEqual([null, null, null])
  expect(feeErrorOf('99.99')).toBe('The filing fee is at least ₹100')
  expect(feeErrorOf('100001')).toBe('The filing fee is at most ₹1,00,000')
  expect(['', ' ', 'x', '1e999'].map(feeErrorOf)).toEqual(Array(4).fill('Filing fee is required'))
})
