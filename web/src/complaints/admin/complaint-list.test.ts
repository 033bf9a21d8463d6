import { expect, test } from 'vitest'
import { filterOf, searchOf } from './complaint-filter.ts'
import { paidCount } from './complaint-list.ts'

test('CMP-13 the filter and the page are in the address, and invalid values there are ignored', () => {
  const read = (text: string) => filterOf(new URLSearchParams(text))
  expect(read('status=in_progress&page=3')).toEqual({ status: 'in_progress', page: 3 })
  expect(read('status=gone&page=x')).toEqual({ status: null, page: 1 })
  expect(searchOf({ status: 'closed', page: 1 })).toEqual({ status: 'closed', page: null })
})

test('CMP-14 the paid ones are counted in the rows if the summary does not count them', () => {
  const data = [{ payment_status: 'paid' as const }, { payment_status: 'none' as const }]
  expect(paidCount({ data, summary: { paid_complaints: 7 } })).toBe(7)
  expect(paidCount({ data, summary: {} })).toBe(1)
})
