import { sessionStore } from './storage.ts'

/** Where drafts.ts keeps what was typed. Cleared here without its library, which the public pages do not load. */
export const DRAFTS = { database: 'petsetu', store: 'drafts' }

/** Texts of the session that belong to a person have names that begin with this. */
export const TYPED_PREFIX = 'draft:'

const CHANNEL = 'petsetu-forget-typed'

const listeners = new Set<() => void>()
let channel: BroadcastChannel | null = null

/** Calls back when everything that was typed is to be forgotten, here or in another tab. */
export function onForgetTyped(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Has this page forget what was typed when somebody signs out in another tab. Once a page. */
export function listenToOtherTabs(): void {
  try {
    channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = forgetHere
  } catch (error) {
    console.warn('Other tabs cannot be heard:', error)
  }
}

/** Forgets all drafts and saved payments, in every tab: the next person at this browser shall not find them. */
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
