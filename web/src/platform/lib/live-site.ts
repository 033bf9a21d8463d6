import type { Site } from '@petsetu/contract/site/site.ts'
import { useSyncExternalStore } from 'react'

let changes: Partial<Site> = {}
const listeners = new Set<() => void>()

/** Shows what an admin has just saved on this very page; others get it with their next page. */
export function changeSite(change: Partial<Site>): void {
  changes = { ...changes, ...change }
  for (const listener of listeners) listener()
}

/** Begins with the settings that come with the page. */
export function forgetChanges(): void {
  changes = {}
}

/** The settings that came with the page, with what was saved since. */
export function useLiveSite<S extends Site>(site: S): S {
  return { ...site, ...useSyncExternalStore(listen, () => changes) }
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
