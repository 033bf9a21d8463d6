import { MembershipFilter } from '@petsetu/contract/office/reports.ts'
import { expect, test } from 'vitest'
import { ANY_TEXT, fieldFrom, listFilter } from './list-filter.ts'

const { filterIn, queryOf } = listFilter(MembershipFilter.shape)
const read = (search: string) => filterIn(new URLSearchParams(search))
const EMPTY = read('')

// RPT-1
test('empty values are not sent', () => {
  expect(queryOf(EMPTY)).toEqual({})
  expect(queryOf({ ...EMPTY, status: 'active', end_date: '2026-03-31' })).toEqual({
    status: 'active',
    end_date: '2026-03-31',
  })
})

// RPT-1
test('a filter read from the address is the one that was written there', () => {
  const filter = {
    ...EMPTY,
    status: 'expired' as const,
    category: 'premium' as const,
    plan_id: '7',
    start_date: '2026-01-31',
    end_date: '2026-02-28',
  }
  expect(read(new URLSearchParams(queryOf(filter) as Record<string, string>).toString())).toEqual(filter)
  expect(read('')).toEqual(EMPTY)
})

// RPT-1
test('a value that no field could hold is dropped', () => {
  expect(
    read('status=gone&category=&plan_id=x&expiring=no&start_date=2026-02-30&end_date=yesterday&page=0&other=1'),
  ).toEqual(EMPTY)
})

// RPT-1
test('an end before the start is kept, so that the field can show the error', () => {
  expect(read('start_date=2026-03-31&end_date=2026-03-01').end_date).toBe('2026-03-01')
})

// DSK-3
test('an address leaves out what is usual, and the first page', () => {
  const pets = listFilter(
    { search: ANY_TEXT, sort: fieldFrom((text) => (text === 'name' || text === 'newest' ? text : null)) },
    () => ({
      sort: 'newest',
    }),
  )
  const usual = pets.filterIn(new URLSearchParams('sort=unheard'))
  expect(usual).toEqual({ search: '', sort: 'newest', page: 1 })
  expect(pets.addressOf(usual)).toEqual({})
  expect(pets.addressOf({ search: 'moti', sort: 'name', page: 3 })).toEqual({ search: 'moti', sort: 'name', page: 3 })
})
