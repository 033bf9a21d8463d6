import { currentUser, ownerOf } from '../../people/auth/session.ts'
import { keepOwned, readOwned, removeOwned } from '../../platform/lib/owned-text.ts'
import { randomId } from '../../platform/lib/random-id.ts'

const NAME = 'complaint-key'

/** The idempotency key of the owner's complaint until `forgetFilingKey`, even after a reload, so that the server recognises a repeat. */
export function filingKey(): string {
  const owner = ownerOf(currentUser())
  const kept = readOwned(NAME, owner)
  if (kept) return kept
  const key = randomId()
  keepOwned(NAME, owner, key)
  return key
}

/** Goes on with the complaint that has this key. */
export function keepFilingKey(key: string): void {
  keepOwned(NAME, ownerOf(currentUser()), key)
}

/** Makes the owner's next complaint a new one. */
export function forgetFilingKey(owner = ownerOf(currentUser())): void {
  // Reading passes a visitor's key to this owner, so that it is removed too.
  readOwned(NAME, owner)
  removeOwned(NAME, owner)
}
