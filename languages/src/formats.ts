import type { Language } from './languages.ts'

// The only place that formats numbers and days for people. Digits are Latin and grouped the Indian way in every language, as on
// Indian banknotes and bills; the server and the browser must agree, or hydration fails.

const LOCALES: Record<Language, string> = { en: 'en-IN', hi: 'hi-IN-u-nu-latn', mr: 'mr-IN-u-nu-latn' }

// Formatters are created on first use, because the first Intl formatter of a process takes 20 ms.
type Formatter = Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat
const formatters = new Map<string, Formatter>()

function memoised<F extends Formatter>(key: string, make: () => F): F {
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

/** A share of a whole in percent: 0.125 is 12.5%. The same in all languages. */
export function formatPercent(share: number): string {
  const options = { style: 'percent', maximumFractionDigits: 1 } as const
  return memoised('percent', () => new Intl.NumberFormat('en-IN', options)).format(share)
}

const LONG_DAY = { year: 'numeric', month: 'long', day: 'numeric', calendar: 'gregory' } as const

/** A calendar day (yyyy-mm-dd) in long form: 5 March 2027. */
export function formatLongDay(day: string, language: Language): string {
  const format = memoised(`day ${language}`, () => {
    return new Intl.DateTimeFormat(LOCALES[language], { ...LONG_DAY, timeZone: 'UTC' })
  })
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** The Indian day of an instant (ISO 8601), in long form. */
export function formatLongInstant(instant: string, language: Language): string {
  const format = memoised(`instant ${language}`, () => {
    return new Intl.DateTimeFormat(LOCALES[language], { ...LONG_DAY, timeZone: 'Asia/Kolkata' })
  })
  return format.format(new Date(instant))
}

const DAY_MS = 86_400_000
const INDIA_AHEAD_MS = 5.5 * 60 * 60 * 1_000

/** How many Indian days ago an instant (ISO 8601) was: today, yesterday, 12 days ago. */
export function formatDaysAgo(instant: string, language: Language, now = new Date()): string {
  const dayOf = (date: Date) => Math.floor((date.getTime() + INDIA_AHEAD_MS) / DAY_MS)
  // The clock of the reader may be slow.
  const days = Math.max(0, dayOf(now) - dayOf(new Date(instant)))
  const format = memoised(`ago ${language}`, () => new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' }))
  return format.format(-days, 'day')
}

/** The Indian day and time of an instant (ISO 8601): 5 March 2027 at 14:05. */
export function formatLongTime(instant: string, language: Language): string {
  const format = memoised(`time ${language}`, () => {
    const options = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', calendar: 'gregory' } as const
    return new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'Asia/Kolkata' })
  })
  return format.format(new Date(instant))
}

/** For a text with a plural: `count` chooses the form, `shown` is the number as it is written. */
export function counted(count: number): { count: number; shown: string } {
  return { count, shown: formatCount(count) }
}
