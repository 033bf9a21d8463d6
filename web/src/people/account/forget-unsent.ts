import { CAMPS, DRAFTS, hasUnsent, inDatabase, QUEUED_PREFIX, UNSENT_PREFIX } from '../../platform/lib/forget-typed.ts'

/**
 * Deletes complaints and work at camps of this person that wait at this device to be sent. A logout keeps them for their author, but once
 * the account is deleted nobody could read them, and they would still be sent in the person's name.
 */
export async function forgetUnsent(owner: string): Promise<void> {
  const deleteFrom = (kept: typeof DRAFTS, prefix: string) =>
    inDatabase(kept, (store) => store.delete(IDBKeyRange.bound(`${prefix}${owner} `, `${prefix}${owner}!`)))
  await Promise.allSettled([deleteFrom(DRAFTS, UNSENT_PREFIX), deleteFrom(CAMPS, QUEUED_PREFIX)])
}

/** False also where the browser blocks its database: then nothing is kept. */
export function hasUnsentHere(owner: string): Promise<boolean> {
  return hasUnsent(owner).catch(() => false)
}
