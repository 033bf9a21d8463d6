import { type Language, localeOf } from './languages.ts'

const DAY = { month: 'short', day: 'numeric', calendar: 'gregory' } as const
const MEDIUM_DAY = { year: 'numeric', ...DAY } as const
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'Asia/Kolkata' } as const

/** A calendar day (yyyy-mm-dd) with the short name of its month, for a table: 5 Mar 2027. */
export function formatMediumDay(day: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), { ...MEDIUM_DAY, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}

/** The Indian day of an instant (ISO 8601) in the same form. */
export function formatMediumInstant(instant: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), { ...MEDIUM_DAY, timeZone: 'Asia/Kolkata' }).format(
    new Date(instant),
  )
}

/** The Indian day and time of an instant (ISO 8601) in the same form: 5 Mar 2027, 17:30. */
export function formatMediumTime(instant: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), { ...MEDIUM_DAY, ...TIME }).format(new Date(instant))
}

/** The Indian time of an instant (ISO 8601), where its day stands above it: 17:30. */
export function formatClock(instant: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), TIME).format(new Date(instant))
}

/** The Indian day and time of an instant (ISO 8601) of the last months, without the year: 5 Mar, 17:30. */
export function formatShortTime(instant: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), { ...DAY, ...TIME }).format(new Date(instant))
}
