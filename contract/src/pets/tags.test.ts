import { expect, test } from 'vitest'
import { tagCalls } from './tags.ts'

// TAG-1, TAG-2
test('one to a hundred IDs are generated at a time', () => {
  const { query } = tagCalls.generate
  for (const numberOfIds of ['1', '100']) expect(query.parse({ numberOfIds }).numberOfIds).toBe(Number(numberOfIds))
  for (const numberOfIds of ['0', '101', '1.5', '', 'abc', undefined, 5, ['1', '2']])
    expect.soft(query.safeParse({ numberOfIds }).success, String(numberOfIds)).toBe(false)
})
