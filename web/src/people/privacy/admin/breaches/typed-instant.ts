import { indianClock } from '@petsetu/contract/platform/calendar.ts'

// A field for a day and a time shows them as they are in India, wherever its reader is.
const INDIA = '+05:30'

/** The value of a field `datetime-local` for this instant. */
export function typedInstant(instant: string): string {
  return indianClock(new Date(instant)).toISOString().slice(0, 16)
}

/** The instant that such a field says; empty text stays as it is, and the schema refuses it. */
export function instantOf(typed: string): string {
  return typed === '' ? '' : `${typed}:00${INDIA}`
}
