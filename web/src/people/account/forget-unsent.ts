import { CAMPS, DRAFTS, inDatabase, QUEUED_PREFIX, UNSENT_PREFIX } from '../../platform/lib/drafts/forget-typed.ts'

/**
 * Deletes complaints and work at camps of this person that wait at this device to be sent. A logout keeps them for their author, but once
 * the account is deleted nobody could read them, and they would still be sent in the person's name.
 */
export async function forgetUnsent(owner: string): Promise<void> {
  await Promise.allSettled(waitingOf(owner).map(({ kept, range }) => inDatabase(kept, (store) => store.delete(range))))
}

/** False also where the browser blocks its database: then nothing is kept. */
export async function hasUnsentHere(owner: string): Promise<boolean> {
  const counts = waitingOf(owner).map(({ kept, range }) => inDatabase(kept, (store) => store.count(range)))
  return (await Promise.all(counts).catch(() => [])).some((count) => count > 0)
}

function waitingOf(owner: string): { kept: typeof DRAFTS; range: IDBKeyRange }[] {
  const ofOwner = (prefix: string) => IDBKeyRange.bound(`${prefix}${owner} `, `${prefix}${owner}!`)
  return [
    { kept: DRAFTS, range: ofOwner(UNSENT_PREFIX) },
    { kept: CAMPS, range: ofOwner(QUEUED_PREFIX) },
  ]
}
