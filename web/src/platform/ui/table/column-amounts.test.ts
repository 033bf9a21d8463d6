import { expect, test } from 'vitest'
import { columnAmounts } from './column-amounts.ts'

// RCP-2, TRU-8
test('all amounts of a column have paise as soon as one of them has', () => {
  expect([100, 0, -1_000].map(columnAmounts([100, 0, null, -1_000]))).toEqual(['₹100', '₹0', '−₹1,000'])
  expect([100, 0.5, -1_000].map(columnAmounts([100, 0.5, -1_000]))).toEqual(['₹100.00', '₹0.50', '−₹1,000.00'])
})
