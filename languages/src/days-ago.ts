import { LOCALES } from './formats.ts'
import type { Language } from './languages.ts'

const DAY_MS = 86_400_000
const INDIA_AHEAD_MS = 5.5 * 60 * 60 * 1_000

/** Formats the Indian days since an instant (ISO 8601): today, yesterday, 12 days ago. */
export function formatDaysAgo(instant: string, language: Language, now = new Date()): string {
  const dayOf = (date: Date) => Math.floor((date.getTime() + INDIA_AHEAD_MS) / DAY_MS)
  // The clock of the reader may be slow.
  const days = Math.max(0, dayOf(now) - dayOf(new Date(instant)))
  return new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' }).format(-days, 'day')
}
