import { LOCALES } from './formats.ts'
import type { Language } from './languages.ts'

/** A month (2026-04) with its year: April 2026. */
export function formatMonth(month: string, language: Language): string {
  return formatted(month, language, { year: 'numeric', month: 'long' })
}

/** The short name of a month (2026-04) for the axis of a chart: Apr. */
export function formatShortMonth(month: string, language: Language): string {
  return formatted(month, language, { month: 'short' })
}

function formatted(month: string, language: Language, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { ...options, calendar: 'gregory', timeZone: 'UTC' })
  return format.format(new Date(`${month}-01T00:00:00Z`))
}
