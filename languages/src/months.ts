import { type Language, localeOf } from './languages.ts'

/** A month (2026-04) with its year: April 2026. */
export function formatMonth(month: string, language: Language): string {
  return formatted(month, language, { year: 'numeric', month: 'long' })
}

/** The short name of a month (2026-04) for the axis of a chart: Apr. */
export function formatShortMonth(month: string, language: Language): string {
  return formatted(month, language, { month: 'short' })
}

/** A calendar day (2026-04-05) of this year for the axis of a chart: 5 Apr. */
export function formatShortDay(day: string, language: Language): string {
  return formatted(day, language, { day: 'numeric', month: 'short' })
}

function formatted(day: string, language: Language, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    ...options,
    calendar: 'gregory',
    timeZone: 'UTC',
  })
  return format.format(new Date(`${day.length === 7 ? `${day}-01` : day}T00:00:00Z`))
}
