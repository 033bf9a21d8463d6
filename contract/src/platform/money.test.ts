import { formatRupees } from '@petsetu/languages/formats.ts'
import { expect, test } from 'vitest'

// APP-15
test('prices are in rupees with ₹ and Indian digit grouping', () => {
  const prices: [number, string][] = [
    [0, '₹0'],
    [100, '₹100'],
    [999, '₹999'],
    [1_000, '₹1,000'],
    [99_999, '₹99,999'],
    [100_000, '₹1,00,000'],
    [1_234_567, '₹12,34,567'],
    [10_000_000, '₹1,00,00,000'],
  ]
  for (const [rupees, text] of prices) expect(formatRupees(rupees)).toBe(text)
})

// APP-15
test('paise are shown if they are not zero, always with two digits', () => {
  expect(formatRupees(499.5)).toBe('₹499.50')
  expect(formatRupees(100_000.05)).toBe('₹1,00,000.05')
  expect(formatRupees(499.0)).toBe('₹499')
})
