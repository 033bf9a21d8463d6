import { expect, test } from 'vitest'
import { defaultValidUntil } from './care-kinds.ts'

// CAR-1
test('care usually ends a year after a vaccination and three months after deworming', () => {
  expect(defaultValidUntil({ kind: 'rabies', day: '2026-03-05' })).toBe('2027-03-05')
  expect(defaultValidUntil({ kind: 'dhppi', day: '2028-02-29' })).toBe('2029-02-28')
  expect(defaultValidUntil({ kind: 'deworming', day: '2026-11-30' })).toBe('2027-02-28')
  expect(defaultValidUntil({ kind: 'deworming', day: '2026-12-31' })).toBe('2027-03-31')
})

// CAR-1
test('there is no suggestion for a kind without a usual end, or without a day', () => {
  expect(defaultValidUntil({ kind: 'sterilisation', day: '2026-03-05' })).toBe('')
  for (const day of ['', '2026', '2026-13-01']) expect(defaultValidUntil({ kind: 'rabies', day })).toBe('')
})
