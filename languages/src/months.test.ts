import { expect, test } from 'vitest'
import { formatMonth, formatShortMonth } from './months.ts'

// DSK-7
test('months have the names of the page’s language and Latin digits', () => {
  expect(formatMonth('2026-04', 'en')).toBe('April 2026')
  expect(formatMonth('2026-04', 'hi')).toBe('अप्रैल 2026')
  expect(formatMonth('2026-04', 'mr')).toBe('एप्रिल 2026')
  expect(formatShortMonth('2026-09', 'en')).toMatch(/^Sep/)
})
