import { expect, test } from 'vitest'
import { addressOf, filterIn, paidCount } from './complaint-filter.ts'

// CMP-13
test('the filter and the page are in the address, and invalid values there are ignored', () => {
  const read = (text: string) => filterIn(new URLSearchParams(text))
  expect(read('status=in_progress&page=3')).toMatchObject({ status: 'in_progress', page: 3 })
  expect(read('status=gone&page=x')).toEqual(read(''))
  expect(addressOf({ status: 'closed', page: 1 })).toEqual({ status: 'closed' })
})

// CMP-14
test('the paid ones are counted in the rows if the summary does not count them', () => {
  const data = [{ payment_status: 'paid' as const }, { payment_status: 'none' as const }]
  expect(paidCount({ data, summary: { paid_complaints: 7 } })).toBe(7)
  expect(paidCount({ data, summary: {} })).toBe(1)
})
