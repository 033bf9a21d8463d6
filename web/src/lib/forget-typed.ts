import { sessionStore } from './storage.ts'

/** The database of drafts.ts. Cleared here without its library, which the public pages do not load. */
export const DRAFTS = { database: 'petsetu', store: 'drafts' }

/** The prefix of all entries in session storage that belong to a person. */
export const TYPED_PREFIX = 'draft:'

const CHANNEL = 'petsetu-forget-typed'

const listeners = new Set<() => void>()
let channel: BroadcastChannel | null = null

/** Calls back when all drafts have to be forgotten, here or in another tab. */
export function onForgetTyped(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Makes this page forget all drafts when somebody signs out in another tab. Call it once per page. */
export function listenToOtherTabs(): void {
  try {
    channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = forgetHere
  } catch (error) {
    console.warn('Other tabs cannot be heard:', error)
  }
}

/** Forgets all drafts and saved payments in every tab, so that the next person at this browser does not find them. */
export async function forgetTyped(): Promise<void> {
  forgetHere()
  channel?.postMessage(null)
  await clearDatabase().catch(() => {})
}

function forgetHere(): void {
  for (const key of sessionStore.keys()) if (key.startsWith(TYPED_PREFIX)) sessionStore.remove(key)
  for (const listener of listeners) listener()
}

async function clearDatabase(): Promise<void> {
  const opening = indexedDB.open(DRAFTS.database)
  opening.onupgradeneeded = () => opening.result.createObjectStore(DRAFTS.store)
  await new Promise((resolve, reject) => {
    opening.onsuccess = resolve
    opening.onerror = reject
  })
  const database = opening.result
  const change = database.transaction(DRAFTS.store, 'readwrite')
  change.objectStore(DRAFTS.store).clear()
  await new Promise((resolve) => {
    change.oncomplete = resolve
    change.onabort = resolve
  })
  database.close()
}
