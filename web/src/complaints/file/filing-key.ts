import { currentUser, ownerOf } from '../../auth/session.ts'
import { keepOwned, readOwned, removeOwned } from '../../lib/owned-text.ts'

const NAME = 'complaint-key'

/** The same for one person until `forgetFilingKey`, also over a reload: by it the server knows a complaint that it has already. */
export function filingKey(): string {
  const owner = ownerOf(currentUser())
  const kept = readOwned(NAME, owner)
  if (kept) return kept
  const key = crypto.getRandomValues(new Uint32Array(4)).join('-')
  keepOwned(NAME, owner, key)
  return key
}

/** After this, the owner's next complaint is a new one. */
export function forgetFilingKey(owner = ownerOf(currentUser())): void {
  // What a visitor left has become this owner's.
  readOwned(NAME, owner)
  removeOwned(NAME, owner)
}
