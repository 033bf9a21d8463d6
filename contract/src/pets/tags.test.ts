import { expect, test } from 'vitest'
import { isTagCount, tagCalls } from './tags.ts'

// TAG-1, TAG-2
test('one to a hundred IDs are generated at a time', () => {
  const { query } = tagCalls.generate
  for (const numberOfIds of ['1', '100']) expect(query.parse({ numberOfIds }).numberOfIds).toBe(Number(numberOfIds))
  for (const numberOfIds of ['0', '101', '1.5', '', 'abc', undefined, 5, ['1', '2']])
    expect.soft(query.safeParse({ numberOfIds }).success, String(numberOfIds)).toBe(false)
})

// TAG-6
test('the name of a batch has up to 60 characters, and empty is no name', () => {
  const nameOf = (batchName: string) => tagCalls.generate.query.safeParse({ numberOfIds: '1', batchName })
  expect(nameOf('x'.repeat(60)).data?.batchName).toBe('x'.repeat(60))
  expect(nameOf(' ').data?.batchName).toBeNull()
  expect(nameOf('x'.repeat(61)).success).toBe(false)
})

// TAG-6
test('a sheet has up to 240 tags, in any spelling of their IDs', () => {
  const idsOf = (petIds: string[]) => tagCalls.sheet.query.safeParse({ petIds: petIds.join(',') }).data?.petIds
  expect(idsOf(['abcd-efgh-jklm', '222233334444'])).toEqual(['ABCDEFGHJKLM', '222233334444'])
  const many = (length: number) => Array.from({ length }, () => 'ABCDEFGHJKLM')
  expect(idsOf(many(240))).toHaveLength(240)
  expect(idsOf(many(241))).toBeUndefined()
})

test.each([
  ['1', true],
  ['100', true],
  ['007', true],
  ['0', false],
  ['101', false],
  ['-3', false],
  ['2.5', false],
  ['1e2', false],
  ['', false],
  ['ten', false],
  // TAG-1
])('%j as a number of codes: %s', (typed, expected) => {
  expect(isTagCount(typed)).toBe(expected)
})
