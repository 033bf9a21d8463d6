import { INDIA_AHEAD_MS } from './formats.ts'
import { type Language, localeOf } from './languages.ts'

const DAY_MS = 86_400_000

/** Formats the Indian days since an instant (ISO 8601): today, yesterday, 12 days ago. */
export function formatDaysAgo(instant: string, language: Language, now = new Date()): string {
  const dayOf = (date: Date) => Math.floor((date.getTime() + INDIA_AHEAD_MS) / DAY_MS)
  // The clock of the reader may be slow.
  const days = Math.max(0, dayOf(now) - dayOf(new Date(instant)))
  return new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' }).format(-days, 'day')
}
