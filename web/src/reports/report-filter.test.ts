import { MembershipFilter } from '@petsetu/contract/reports.ts'
import { expect, test } from 'vitest'
import { filterOf, searchOf } from './report-filter.ts'

const EMPTY = { status: '', category: '', plan_id: '', expiring: '', start_date: '', end_date: '' }
const read = (search: string) => filterOf(EMPTY, MembershipFilter.shape, new URLSearchParams(search))

test('RPT-1 only what is not empty is sent', () => {
  expect(searchOf(EMPTY)).toEqual({})
  expect(searchOf({ ...EMPTY, status: 'active', end_date: '2026-03-31' })).toEqual({
    status: 'active',
    end_date: '2026-03-31',
  })
})

test('RPT-1 a filter comes back from the address as it went there', () => {
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

test('RPT-1 what no field could hold is left out', () => {
  expect(
    read('status=gone&category=&plan_id=x&expiring=no&start_date=2026-02-30&end_date=yesterday&page=2&other=1'),
  ).toEqual(EMPTY)
})

test('RPT-1 an end before the start stays, so that it can be said beside the field', () => {
  expect(read('start_date=2026-03-31&end_date=2026-03-01').end_date).toBe('2026-03-01')
})
