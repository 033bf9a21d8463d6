// India has one time zone and no summer time. Browsers disagree on how a formatter writes a day, so none is used.
const INDIA_AHEAD_MS = 5.5 * 60 * 60_000

/** The calendar day in India at `now`, as 2026-01-31. */
export function today(now: Date = new Date()): string {
  return new Date(now.getTime() + INDIA_AHEAD_MS).toISOString().slice(0, 10)
}
