import { sessionStore } from '../storage/storage.ts'

/** The database of drafts.ts. Cleared here without its library, which the public pages do not load. */
export const DRAFTS = { database: 'petsetu', store: 'drafts' }

/** Begins the keys of complaints that were finished without a connection, behind all others. They stay until they are sent, whoever signs out. */
export const UNSENT_PREFIX = '~unsent '

/** The database of camp-store.ts, which nobody's logout clears. */
export const CAMPS = { database: 'petsetu-camps', store: 'camps' }

/** Begins the keys of what was done at a camp and is not sent yet. */
export const QUEUED_PREFIX = 'queued '

/** The prefix of all entries in session storage that belong to a person. */
export const TYPED_PREFIX = 'draft:'

/** Stands in the storage of a tab in which, or beside which, somebody has signed out. The first script of a rendered page reads it. */
const SIGNED_OUT = 'signed-out'

const FORGETTING_MS_MAX = 2_000

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
    console.warn('No other tabs:', error)
  }
}

/**
 * Forgets all drafts and saved payments in every tab, so that the next person at this browser does not find them. Complaints that are not
 * sent yet stay: only their owner can read them. Does not wait long for a browser whose database hangs.
 */
export async function forgetTyped(): Promise<void> {
  forgetHere()
  channel?.postMessage(null)
  await Promise.race([
    clearDatabase().catch(() => {}),
    new Promise((resolve) => setTimeout(resolve, FORGETTING_MS_MAX)),
  ])
}

function forgetHere(): void {
  sessionStore.set(SIGNED_OUT, '')
  emptySession()
  for (const listener of listeners) listener()
}

/** Removes what belongs to a person from the storage of this tab. */
export function emptySession(): void {
  for (const key of sessionStore.keys()) if (key.startsWith(TYPED_PREFIX)) sessionStore.remove(key)
}

/** True if the owner has finished a complaint, or worked at a camp, on this device, and it is not sent yet. */
export async function hasUnsent(owner: string): Promise<boolean> {
  return (await isKept(DRAFTS, UNSENT_PREFIX + owner)) || isKept(CAMPS, QUEUED_PREFIX + owner)
}

async function isKept(kept: typeof DRAFTS, start: string): Promise<boolean> {
  return (await inDatabase(kept, (store) => store.count(IDBKeyRange.bound(`${start} `, `${start}!`)))) > 0
}

async function clearDatabase(): Promise<void> {
  await inDatabase(DRAFTS, (store) => store.delete(IDBKeyRange.upperBound(UNSENT_PREFIX, true)))
}

/** Uses a database without its library. */
export async function inDatabase<Result>(
  { database: name, store }: typeof DRAFTS,
  use: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(name)
  opening.onupgradeneeded = () => opening.result.createObjectStore(store)
  await new Promise((resolve, reject) => {
    opening.onsuccess = resolve
    opening.onerror = reject
  })
  const database = opening.result
  const transaction = database.transaction(store, 'readwrite')
  const request = use(transaction.objectStore(store))
  await new Promise((resolve) => {
    transaction.oncomplete = transaction.onabort = resolve
  })
  database.close()
  return request.result
}
