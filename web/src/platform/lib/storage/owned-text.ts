import { TYPED_PREFIX } from '../drafts/forget-typed.ts'
import { sessionStore, VISITOR } from './storage.ts'

/**
 * A text of this tab that belongs to one owner, or null. A visitor's text passes to the account that the visitor signs
 * in to; another account's text is deleted.
 */
export function readOwned(name: string, owner: string): string | null {
  if (owner === VISITOR) return sessionStore.get(keyOf(name, owner))
  const kept = [keyOf(name, owner), keyOf(name, VISITOR)]
  const isForeign = (key: string) => key.startsWith(keyOf(name, '')) && !kept.includes(key)
  for (const key of sessionStore.keys().filter(isForeign)) sessionStore.remove(key)
  const own = sessionStore.get(keyOf(name, owner))
  const visitors = sessionStore.get(keyOf(name, VISITOR))
  if (own !== null || visitors === null) return own
  keepOwned(name, owner, visitors)
  removeOwned(name, VISITOR)
  return visitors
}

export function keepOwned(name: string, owner: string, text: string): void {
  sessionStore.set(keyOf(name, owner), text)
}

export function removeOwned(name: string, owner: string): void {
  sessionStore.remove(keyOf(name, owner))
}

function keyOf(name: string, owner: string): string {
  return `${TYPED_PREFIX}${name} ${owner}`
}
