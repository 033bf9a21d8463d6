import { lastPage, pageParam } from '@petsetu/contract/platform/paging.ts'
import { expect, test } from 'vitest'

test('the page comes from the address; an invalid one is page 1', () => {
  const pages = ['3', '0', '-2', '2.5', 'x', '', '1234567'].map((page) => pageParam(new URLSearchParams({ page })))
  expect(pages).toEqual([3, 1, 1, 1, 1, 1, 1])
  expect(pageParam(new URLSearchParams())).toBe(1)
})

test('an empty list still has its first page', () => {
  expect([0, 1, 24, 25, 49].map((total) => lastPage(total, 24))).toEqual([1, 1, 1, 2, 3])
})
