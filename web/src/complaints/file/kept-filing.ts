import { currentUser, ownerOf } from '../../people/auth/session.ts'
import { dropDraft } from '../../platform/lib/drafts/drafts.ts'
import { randomId } from '../../platform/lib/random-id.ts'
import { keepOwned, readOwned, removeOwned } from '../../platform/lib/storage/owned-text.ts'

// The browser keeps the texts and files of the complaint in the form, and the key by which the server knows it again.

/** The name under which the form's texts and files are kept. */
export const COMPLAINT_DRAFT = 'complaint'

const KEY = 'complaint-key'

/** The idempotency key of the owner's complaint until `forgetFilingKey`, even after a reload, so that the server recognises a repeat. */
export function filingKey(): string {
  const owner = ownerOf(currentUser())
  const kept = readOwned(KEY, owner)
  if (kept) return kept
  const key = randomId()
  keepOwned(KEY, owner, key)
  return key
}

/** Goes on with the complaint that has this key. */
export function keepFilingKey(key: string): void {
  keepOwned(KEY, ownerOf(currentUser()), key)
}

/** Makes the owner's next complaint a new one. */
export function forgetFilingKey(owner = ownerOf(currentUser())): void {
  // Reading passes a visitor's key to this owner, so that it is removed too.
  readOwned(KEY, owner)
  removeOwned(KEY, owner)
}

/** Forgets the complaint in the form, which is filed. */
export async function forgetFiled(owner = ownerOf(currentUser())): Promise<void> {
  forgetFilingKey(owner)
  await dropDraft({ owner, form: COMPLAINT_DRAFT })
}
