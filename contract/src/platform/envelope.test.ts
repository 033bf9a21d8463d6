import { englishTexts } from '@petsetu/languages/all-texts.ts'
import { expect, test } from 'vitest'
import { Id, InternalId, isInternalId, PageQuery, pageOf } from './envelope.ts'
import { describeProblem } from './problem.ts'

const BAD_NUMBERS = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '',
  ' ',
  ' 1',
  '1 ',
  '+1',
  'abc',
  'NaN',
  'Infinity',
  '0x10',
  '１',
  '9'.repeat(20),
  '1\0',
]

// API-3, PET-19
test('a page or a limit that is not a whole number in its range is rejected', () => {
  for (const field of ['page', 'limit'])
    for (const value of [...BAD_NUMBERS, 1, null, ['1', '2']])
      expect.soft(PageQuery.safeParse({ [field]: value }).success, `${field}=${value}`).toBe(false)
  expect(PageQuery.safeParse({ page: '100001' }).success).toBe(false)
  expect(PageQuery.safeParse({ limit: '101' }).success).toBe(false)
  const [issue] = PageQuery.safeParse({ limit: '100000' }).error?.issues ?? []
  expect(describeProblem(englishTexts, issue?.message ?? '')).toBe('limit must be a whole number from 1 to 100')
})

// PET-19, ADM-3
test('without page and limit a list is whole; one of them gives the other its default', () => {
  const page = (query: object) => pageOf(PageQuery.parse(query))
  expect(page({})).toBeNull()
  expect(page({ page: '3' })).toEqual({ page: 3, limit: 20 })
  expect(page({ limit: '50' })).toEqual({ page: 1, limit: 50 })
  expect(page({ page: '100000', limit: '100' })).toEqual({ page: 100_000, limit: 100 })
})

// API-3
test('an internal id is a plain positive number', () => {
  for (const id of [...BAD_NUMBERS, '01', '99999999999']) {
    expect.soft(isInternalId(id), id).toBe(false)
    expect.soft(InternalId.safeParse(id).success, id).toBe(false)
  }
  for (const id of ['1', '42', '9999999999']) expect(InternalId.parse(id)).toBe(Number(id))
})

// API-3
test('an id in a body is a positive number or its digits; all else is one mistake', () => {
  for (const id of [1, '1', 9_999_999_999, '9999999999']) expect(Id.parse(id)).toBe(Number(id))
  for (const id of [0, -1, 1.5, 10_000_000_000, 1e300, '0', '01', '10000000000', '', null, undefined, [1], true]) {
    const issues = Id.safeParse(id).error?.issues ?? []
    expect(
      issues.map(({ message }) => describeProblem(englishTexts, message)),
      String(id),
    ).toEqual(['That is not a valid id'])
  }
})
