import { today } from '../platform/dates.ts'
import type { RabiesValidity } from '../site/public-pages.ts'

/** The newest rabies vaccination as a finder reads it: until when it is valid, and when it was given, each if it is known. */
export function rabiesValidity(until: string | null, day: string | null): RabiesValidity {
  if (until !== null) return { state: until >= today() ? 'valid' : 'expired', until }
  // A vaccination that is planned has not been given.
  return day !== null && day <= today() ? { state: 'given', day } : { state: 'unknown' }
}

/** True if text of the pet form names rabies. Migration 0092 has the same rule. */
export const namesRabies = (text: string): boolean => /rabies|रेबीज|रेबिज/i.test(text)
