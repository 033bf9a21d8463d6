import { MembershipFilter } from '@petsetu/contract/report-filters.ts'
import { expect, test } from 'vitest'
import { filterOf, searchOf } from './report-filter.ts'

const EMPTY = { status: '', category: '', plan_id: '', expiring: '', start_date: '', end_date: '' }
const read = (search: string) => filterOf(EMPTY, MembershipFilter.shape, new URLSearchParams(search))

test('RPT-1 empty values are not sent', () => {
  expect(searchOf(EMPTY)).toEqual({})
  expect(searchOf({ ...EMPTY, status: 'active', end_date: '2026-03-31' })).toEqual({
    status: 'active',
    end_date: '2026-03-31',
  })
})

test('RPT-1 a filter read from the address is the one that was written there', () => {
  const filter = {
    ...EMPTY,
    status: 'expired',
    category: 'premium',
    plan_id: '7',
    start_date: '2026-01-31',
    end_date: '2026-02-28',
  }
  expect(read(new URLSearchParams(searchOf(filter)).toString())).toEqual(filter)
  expect(read('')).toEqual(EMPTY)
})

test('RPT-1 a value that no field could hold is dropped', () => {
  expect(
    read('status=gone&category=&plan_id=x&expiring=no&start_date=2026-02-30&end_date=yesterday&page=2&other=1'),
  ).toEqual(EMPTY)
})

test('RPT-1 an end before the start is kept, so that the field can show the error', () => {
  expect(read('start_date=2026-03-31&end_date=2026-03-01').end_date).toBe('2026-03-01')
})
