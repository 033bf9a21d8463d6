import { addMonths, isDay } from '@petsetu/contract/platform/calendar.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { membershipPeriod } from './membership-period.ts'

const day = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2100-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const months = fc.integer({ min: 1, max: 240 })

const lastOfMonth = (date: string) =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate()

// MEM-9
test('the day of the month stays; in a shorter month it is the last day', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
  expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
  expect(addMonths('2026-03-31', 3)).toBe('2026-06-30')
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
  expect(addMonths('2026-11-30', 3)).toBe('2027-02-28')
})

// MEM-9
test('any day and number of months end in the right month, on the same or last day', () => {
  fc.assert(
    fc.property(day, months, (start, count) => {
      const end = addMonths(start, count)
      expect(isDay(end)).toBe(true)
      const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
      expect(monthOf(end) - monthOf(start)).toBe(count)
      expect(Number(end.slice(8))).toBe(Math.min(Number(start.slice(8)), lastOfMonth(end)))
    }),
  )
})

// MEM-9
test('a renewal starts when the current one ends, or today without a current one', () => {
  fc.assert(
    fc.property(day, fc.option(day), months, (paidOn, runningUntil, count) => {
      const { startDate, expiryDate } = membershipPeriod(paidOn, runningUntil, count)
      expect(startDate).toBe(runningUntil !== null && runningUntil >= paidOn ? runningUntil : paidOn)
      expect(expiryDate > startDate).toBe(true)
      expect(startDate >= paidOn).toBe(true)
    }),
  )
})
