import { expect, test } from 'vitest'
import { typedRupees } from './amounts.ts'

// DSK-1, CMP-4, FND-4
test.each([
  ['1000', 1_000],
  [' 1,000 ', 1_000],
  ['1,00,000', 1_00_000],
  ['₹2,000', 2_000],
  ['₹ 2,000.50', 2_000.5],
  ['Rs. 500/-', 500],
  ['Rs500', 500],
  ['रु. ५००', 500],
  ['१००', 100],
  ['१,०००.५०', 1_000.5],
  ['.5', 0.5],
  ['0', 0],
  ['-5', -5],
])('%s is an amount', (typed, rupees) => {
  expect(typedRupees(typed)).toBe(rupees)
})

// DSK-1, CMP-4
test.each(['', ' ', 'a hundred', '1e3', '0x10', '1.2.3', '₹', '5 or 6 or so', 'Infinity'])(
  '%j is no amount',
  (typed) => {
    expect(typedRupees(typed)).toBeNaN()
  },
)
