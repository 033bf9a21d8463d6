import { once } from './once.ts'

/** A calendar day as yyyy-mm-dd that exists: 2026-02-30 does not, nor does any day of a year 0. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false
  const instant = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value)
}

// Made once: making one costs a hundred times what using it does. And not at the start: the first of all takes 20 ms.
const indianDay = once(() => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }))
const longDays = new Map<string | undefined, Intl.DateTimeFormat>()

/** The day that it is in India at `now`. */
export function today(now: Date = new Date()): string {
  return indianDay().format(now)
}

/**
 * A day in long form (year, full month name, day) in the reader's language.
 * `locale` is left to the browser where none is given.
 */
export function formatLongDay(day: string, locale?: string): string {
  return longDaysIn(locale).format(new Date(`${day}T00:00:00Z`))
}

function longDaysIn(locale: string | undefined): Intl.DateTimeFormat {
  const known = longDays.get(locale)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' })
  longDays.set(locale, made)
  return made
}
