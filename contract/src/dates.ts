// India has one time zone and no summer time. Browsers disagree on how a formatter writes a day, so none is used.
const INDIA_AHEAD_MS = 5.5 * 60 * 60_000

/** The calendar day in India at `now`, as 2026-01-31. */
export function today(now: Date = new Date()): string {
  return new Date(now.getTime() + INDIA_AHEAD_MS).toISOString().slice(0, 10)
}

/** The first year of the Indian financial year that a day lies in: it runs from 1 April to 31 March. */
export function financialYearOf(day: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return month >= 4 ? year : year - 1
}

/** How a financial year is written: 2026-27 for the one that begins in 2026. */
export function writtenFinancialYear(year: number): string {
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`
}
