import { INDIA_AHEAD_MS } from '@petsetu/languages/formats.ts'

/** The calendar day in India at `now`, as 2026-01-31. Browsers disagree on how a formatter writes a day, so none is used. */
export function today(now: Date = new Date()): string {
  return new Date(now.getTime() + INDIA_AHEAD_MS).toISOString().slice(0, 10)
}
