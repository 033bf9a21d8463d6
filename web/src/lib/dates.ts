import { today } from '@petsetu/contract/dates.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** A calendar day (yyyy-mm-dd) in long form, in the page's language and the Gregorian calendar, whatever the browser's settings. */
export function formatLongDay(day: string, language = pageLanguage()): string {
  return formatIn(language).format(new Date(`${day}T00:00:00Z`))
}

/** The Indian day of an instant (ISO 8601), in long form. */
export function formatLongInstant(instant: string, language = pageLanguage()): string {
  return formatLongDay(today(new Date(instant)), language)
}

function pageLanguage(): string {
  const language = document.documentElement.lang
  return language === 'en' ? 'en-IN' : language
}

function formatIn(language: string): Intl.DateTimeFormat {
  const known = formats.get(language)
  if (known) return known
  const made = new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    calendar: 'gregory',
    timeZone: 'UTC',
  })
  formats.set(language, made)
  return made
}
