import { expect, test } from 'vitest'
import { cameFor } from './login-reason.ts'

// APP-4
test.each([
  ['/user/pet-form?id=7', true],
  ['/account', true],
  ['/admin/pets', true],
  ['/complaint', false],
  ['/administration', false],
  ['https://elsewhere.example/user', false],
  [null, false],
])('whoever is to return to %j has to log in for it: %j', (next, expected) => {
  expect(cameFor(next)).toEqual({ next, reason: expected ? { kind: 'page' } : null })
})

test.each([
  ['/pet-detail/ABCDEFGHJKLM', 'ABCDEFGHJKLM'],
  ['/user/pet-form?tag=abcd-efgh-jklm', 'ABCDEFGHJKLM'],
  ['/user/pet-form', null],
  ['/pet-detail/%zz', null],
  ['/user?tag=ABCDEFGHJKLM', null],
  ['https://elsewhere.example/pet-detail/ABCDEFGHJKLM', null],
  [null, null],
  // ACC-4
])('a sign-in that came from %j is about the tag %j', (next, tag) => {
  const { reason } = cameFor(next)
  expect(reason?.kind === 'tag' ? reason.tag : null).toBe(tag)
})
