import { INDIA_AHEAD_MS } from '@petsetu/languages/formats.ts'

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
