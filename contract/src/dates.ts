import { z } from 'zod'

const DAY = z.iso.date()

/** A calendar day as yyyy-mm-dd that exists: 2026-02-30 does not, nor does any day of a year 0. */
export function isDay(value: string): boolean {
  return DAY.safeParse(value).success && !value.startsWith('0000')
}

/** A calendar day that may be left out; empty text and null mean "none" and arrive as null. */
export function optionalDay(label: string) {
  return z
    .string(`${label} must be a date like 2026-03-31`)
    .trim()
    .refine((value) => value === '' || isDay(value), `${label} must be a date like 2026-03-31`)
    .transform((value) => (value === '' ? null : value))
    .nullish()
}

/**
 * A day in long form (year, full month name, day) in the reader's language.
 * `locale` is left to the browser where none is given.
 */
export function formatLongDay(day: string, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}
