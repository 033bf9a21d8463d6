import { createStore, delMany, entries, get, set, type UseStore } from 'idb-keyval'
import { DRAFTS, onForgetTyped } from './forget-typed.ts'
import { UNWRITTEN } from './own-tab.ts'
import { sessionStore } from './storage/storage.ts'

// Stores what was typed and not sent. The second word of a key is the owner.

type Kept = { keptAt: number; content: unknown }

const store = createStore(DRAFTS.database, DRAFTS.store)
// Async, because a browser that blocks the database throws synchronously.
const database: UseStore = async (mode, use) => store(mode, use)
// Holds drafts that are not in the database yet, or never will be because the browser blocks it.
const memory = new Map<string, Kept>()

onForgetTyped(() => memory.clear())

// Only in the browser: the server renders pages with forms. A page that is left does not finish its writes to the database, but writes to session storage are synchronous.
if (typeof document !== 'undefined') {
  takeUnwritten()
  addEventListener('pagehide', keepUnwritten)
  addEventListener('visibilitychange', () => document.hidden && keepUnwritten())
}

export async function readAll(): Promise<[string, Kept][]> {
  takeUnwritten()
  try {
    return [...memory, ...(await entries<string, Kept>(database))]
  } catch {
    return [...memory]
  }
}

export async function read(key: string): Promise<unknown> {
  takeUnwritten()
  const kept = memory.get(key) ?? (await get<Kept>(key, database).catch(() => undefined))
  return kept?.content ?? null
}

/** False if the browser has no room for it or blocks the database: then it lives as long as this page. */
export function write(key: string, content: unknown, keptAt = Date.now()): Promise<boolean> {
  return persist(key, { keptAt, content })
}

export async function remove(keys: string[]): Promise<void> {
  for (const key of keys) {
    memory.delete(key)
    sessionStore.remove(UNWRITTEN + key)
  }
  if (keys.length > 0) await delMany(keys, database).catch(() => {})
}

async function persist(key: string, kept: Kept): Promise<boolean> {
  memory.set(key, kept)
  try {
    await set(key, kept, database)
    if (memory.get(key) !== kept) return true
    memory.delete(key)
    sessionStore.remove(UNWRITTEN + key)
    return true
  } catch (error) {
    console.warn('The draft lives as long as this page:', error)
    return false
  }
}

/** Keeps texts only: there is no synchronous storage for files. */
function keepUnwritten(): void {
  for (const [key, kept] of memory) {
    if (!Array.isArray(kept.content)) sessionStore.set(UNWRITTEN + key, JSON.stringify(kept))
  }
}

/** Takes what a form, or the page before, has left in session storage. What this page holds is newer. */
function takeUnwritten(): void {
  for (const name of sessionStore.keys().filter((key) => key.startsWith(UNWRITTEN))) {
    const key = name.slice(UNWRITTEN.length)
    if (!memory.has(key)) void persist(key, JSON.parse(sessionStore.get(name) ?? 'null') as Kept)
  }
}
