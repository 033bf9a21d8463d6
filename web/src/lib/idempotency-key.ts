import { TYPED_PREFIX } from './forget-typed.ts'
import { sessionStore } from './storage.ts'

/** The key for all attempts to do one thing, until it is done. It survives a reload, like the draft. */
export function keyOfIntent(intent: string): string {
  const name = nameOf(intent)
  const known = sessionStore.get(name)
  if (known) return known
  // `randomUUID` is missing on pages without TLS.
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
