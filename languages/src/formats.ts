import { type Language, localeOf } from './languages.ts'

// The only place that formats numbers and days for people, beside days-ago.ts, figures.ts and medium-days.ts, which the public pages do
// not load. Digits are Latin and grouped the Indian way in every language, as on Indian banknotes and bills; the server and the browser must agree, or hydration
// fails.

/** India has one time zone and no summer time. */
export const INDIA_AHEAD_MS = 5.5 * 60 * 60_000

/** Rupees with ₹ and Indian digit grouping: 100000 is ₹1,00,000; paise only if they are not zero. The same in all languages. */
export function formatRupees(rupees: number): string {
  const size = Math.abs(rupees)
  return `${rupees < 0 ? '-' : ''}₹${grouped(Number.isInteger(size) ? String(size) : size.toFixed(2))}`
}

/** A whole count with Indian digit grouping: 100000 is 1,00,000. The same in all languages. */
export function formatCount(count: number): string {
  return grouped(String(count))
}

/** Puts commas into the whole part: before its last three digits, and then before every two. Not by `Intl`, because every page has a number. */
function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{2})*\d{3}(\.|$))/g, ',')
}

/** A calendar day (yyyy-mm-dd) in long form: 5 March 2027. */
export function formatLongDay(day: string, language: Language): string {
  // In India midnight of UTC is the morning of the same day.
  return formatLongInstant(`${day}T00:00:00Z`, language)
}

/** The Indian day of an instant (ISO 8601), in long form. */
export function formatLongInstant(instant: string, language: Language): string {
  return formatted(instant, language, 'day')
}

/** The Indian day and time of an instant (ISO 8601): 5 March 2027 at 14:05. */
export function formatLongTime(instant: string, language: Language): string {
  return formatted(instant, language, 'time')
}

const STYLES: Record<string, Intl.DateTimeFormatOptions> = {
  day: { year: 'numeric', month: 'long', day: 'numeric' },
  time: { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' },
}

// They are created on first use, because the first formatter of a process takes 20 ms.
const formatters: Record<string, Intl.DateTimeFormat> = {}

function formatted(instant: string, language: Language, style: 'day' | 'time'): string {
  const options = { ...STYLES[style], calendar: 'gregory', timeZone: 'Asia/Kolkata' }
  const key = style + language
  formatters[key] ??= new Intl.DateTimeFormat(localeOf(language), options)
  return formatters[key].format(new Date(instant))
}

/** For a text with a plural: `count` chooses the form, `shown` is the number as it is written. */
export function pluralValues(count: number): { count: number; shown: string } {
  return { count, shown: formatCount(count) }
}
