import { expect, test } from 'vitest'
import { memberNumber, parseMemberNumber } from './membership-facts.ts'

// DSK-2
test('a member’s number is understood in small letters, with spaces and without dashes', () => {
  for (const typed of ['M-2026-00003', ' m-2026-00003 ', 'M 2026 00003', 'm202600003'])
    expect(parseMemberNumber(typed), typed).toBe(3)
  for (const number of [1, 99_999, 100_000, 8_265_309_417])
    expect(parseMemberNumber(memberNumber({ number, start_date: '2026-03-05' }))).toBe(number)
  for (const typed of ['', '3', 'M-2026-3', 'M-26-00003', 'PS-2026-00003-K', 'M-2026-00003-K'])
    expect(parseMemberNumber(typed), typed).toBeNull()
})
