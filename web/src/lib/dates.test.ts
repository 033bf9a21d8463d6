import { expect, test } from 'vitest'
import { formatLongDay, formatLongInstant } from './dates.ts'

test('PET-13 a day is shown in long form and does not move with the time zone of the machine', () => {
  expect(formatLongDay('2026-03-31', 'en-IN')).toBe('31 March 2026')
  expect(formatLongDay('2024-02-29', 'en-US')).toBe('February 29, 2024')
})

test('RPT-4 a day is one of the Gregorian calendar, also in languages whose readers use another', () => {
  expect(formatLongDay('2026-03-31', 'th-TH')).toContain('2026')
  expect(formatLongDay('2026-03-31', 'fa-IR')).toMatch(/۲۰۲۶|2026/)
})

test('RPT-4 an instant falls on its Indian day', () => {
  expect(formatLongInstant('2026-03-31T18:29:59Z', 'en-IN')).toBe('31 March 2026')
  expect(formatLongInstant('2026-03-31T18:30:00Z', 'en-IN')).toBe('1 April 2026')
})
