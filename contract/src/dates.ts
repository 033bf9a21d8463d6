import { once } from './once.ts'

// Created on first use, because the first Intl formatter of a process takes 20 ms.
const indianDay = once(() => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }))

/** The calendar day in India at `now`. */
export function today(now: Date = new Date()): string {
  return indianDay().format(now)
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
