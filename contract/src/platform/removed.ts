import type { PlainId, Translate } from '@petsetu/languages/translator.ts'

const REMOVED = {
  Erased: 'removed.erased',
  Expired: 'removed.expired',
} as const satisfies Record<string, PlainId>

/** It stands in the place of words of a person who was erased, and is stored in English. */
export const ERASED = 'Erased' satisfies keyof typeof REMOVED
/** It stands in the place of a name once its order has expired. */
export const EXPIRED = 'Expired' satisfies keyof typeof REMOVED

/** Returns stored words of a person as a page shows them: in its language if they were removed, otherwise as they are. */
export function shownWords(stored: string, text: Translate): string {
  return stored === ERASED || stored === EXPIRED ? text(REMOVED[stored]) : stored
}
