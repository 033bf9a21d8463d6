import { TYPED_PREFIX } from './forget-typed.ts'
import { randomId } from './random-id.ts'
import { sessionStore } from './storage.ts'

/** The idempotency key for all attempts to do one thing, until `endIntent`. It survives a reload, like the draft. */
export function keyOfIntent(intent: string): string {
  const name = nameOf(intent)
  const known = sessionStore.get(name)
  if (known) return known
  const key = randomId()
  sessionStore.set(name, key)
  return key
}

export function endIntent(intent: string): void {
  sessionStore.remove(nameOf(intent))
}

function nameOf(intent: string): string {
  return `${TYPED_PREFIX}key:${intent}`
}
