import { formatLongDay, today } from '@petsetu/contract/dates.ts'

/** The Indian day of an instant (ISO 8601), in long form in the reader's language. */
export function formatLongInstant(instant: string, locale?: string): string {
  return formatLongDay(today(new Date(instant)), locale)
}
