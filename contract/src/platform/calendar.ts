import { INDIA_AHEAD_MS } from '@petsetu/languages/formats.ts'
import { today } from './dates.ts'

const DAY_MS = 24 * 60 * 60_000

/** The date whose parts in UTC are those of the Indian clock. */
export function indianClock(instant: Date): Date {
  return new Date(instant.getTime() + INDIA_AHEAD_MS)
}

/** The instant at which the Indian clock shows this. */
export function fromIndianClock(shown: Date): Date {
  return new Date(shown.getTime() - INDIA_AHEAD_MS)
}

/** The first year of the Indian financial year that a day lies in: it runs from 1 April to 31 March. */
export function financialYearOf(day: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return month >= 4 ? year : year - 1
}

/** Writes a financial year: 2026-27 for the one that begins in 2026. */
export function writtenFinancialYear(year: number): string {
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`
}

/** True for an existing calendar day as yyyy-mm-dd: not for 2026-02-30, nor for a day of the year 0. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false
  const instant = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value)
}

// Two digits of a year make the year 26 in a browser's field. Nothing that people write down here is older than this.
const FIRST_YEAR = '1900'

/** True for a day that somebody can have meant when typing it. */
export function isTypedDay(value: string): boolean {
  return isDay(value) && value >= FIRST_YEAR
}

/** The day so many calendar months later; one month after 31 January is the end of February. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

/** The last day that counts as begun; in a browser tomorrow, because its clock may be a day behind. */
export function lastBegunDay(): string {
  return today(new Date(Date.now() + (typeof document === 'undefined' ? 0 : DAY_MS)))
}
