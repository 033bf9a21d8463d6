import { TYPED_PREFIX } from './forget-typed.ts'
import { sessionStore } from './storage.ts'

/** The key for all attempts to do one thing, until it is done: also after a reload, when what was typed comes back. */
export function keyOfIntent(intent: string): string {
  const name = nameOf(intent)
  const known = sessionStore.get(name)
  if (known) return known
  // Not by `randomUUID`, which a page without TLS does not have.
  const key = crypto.getRandomValues(new Uint32Array(4)).join('-')
  sessionStore.set(name, key)
  return key
}

export function endIntent(intent: string): void {
  sessionStore.remove(nameOf(intent))
}

function nameOf(intent: string): string {
  return `${TYPED_PREFIX}key:${intent}`
}
