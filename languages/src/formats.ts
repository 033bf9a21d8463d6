import { type Language, localeOf } from './languages.ts'

// The only place that formats numbers and days for people, beside days-ago.ts, figures.ts and medium-days.ts, which the public pages do
// not load. Digits are Latin and grouped the Indian way in every language, as on Indian banknotes and bills; the server and the browser must agree, or hydration
// fails.

/** India has one time zone and no summer time. */
export const INDIA_AHEAD_MS = 5.5 * 60 * 60_000

// Formatters are created on first use, because the first Intl formatter of a process takes 20 ms.
const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function memoised<F extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => F): F {
  const known = formatters.get(key)
  if (known) return known as F
  const made = make()
  formatters.set(key, made)
  return made
}

/** Rupees with ₹ and Indian digit grouping: 100000 is ₹1,00,000; paise only if they are not zero. The same in all languages. */
export function formatRupees(rupees: number): string {
  const isWhole = Number.isInteger(rupees)
  const options = { style: 'currency', currency: 'INR', ...(isWhole && { maximumFractionDigits: 0 }) } as const
  return memoised(`rupees ${isWhole}`, () => new Intl.NumberFormat('en-IN', options)).format(rupees)
}

/** A count with Indian digit grouping: 100000 is 1,00,000. The same in all languages. */
export function formatCount(count: number): string {
  return memoised('count', () => new Intl.NumberFormat('en-IN')).format(count)
}

const LONG_DAY = { year: 'numeric', month: 'long', day: 'numeric', calendar: 'gregory' } as const

/** A calendar day (yyyy-mm-dd) in long form: 5 March 2027. */
export function formatLongDay(day: string, language: Language): string {
  const format = memoised(`day ${language}`, () => {
    return new Intl.DateTimeFormat(localeOf(language), { ...LONG_DAY, timeZone: 'UTC' })
  })
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** The Indian day of an instant (ISO 8601), in long form. */
export function formatLongInstant(instant: string, language: Language): string {
  const format = memoised(`instant ${language}`, () => {
    return new Intl.DateTimeFormat(localeOf(language), { ...LONG_DAY, timeZone: 'Asia/Kolkata' })
  })
  return format.format(new Date(instant))
}

/** The Indian day and time of an instant (ISO 8601): 5 March 2027 at 14:05. */
export function formatLongTime(instant: string, language: Language): string {
  const format = memoised(`time ${language}`, () => {
    const options = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', calendar: 'gregory' } as const
    return new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'Asia/Kolkata' })
  })
  return format.format(new Date(instant))
}

/** For a text with a plural: `count` chooses the form, `shown` is the number as it is written. */
export function pluralValues(count: number): { count: number; shown: string } {
  return { count, shown: formatCount(count) }
}
