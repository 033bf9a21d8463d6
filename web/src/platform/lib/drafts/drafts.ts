import { createStore, delMany, entries, get, set, type UseStore } from 'idb-keyval'
import { keepTabId, draftKey as keyOf, UNWRITTEN } from '../own-tab.ts'
import { sessionStore, VISITOR } from '../storage/storage.ts'
import { DRAFTS, onForgetTyped, UNSENT_PREFIX } from './forget-typed.ts'

/** The owner is an account's id or VISITOR. */
export type DraftName = { owner: string; form: string }

/** Unsaved input of a form. */
export type Draft = {
  /** Only the fields that differ from the form's initial values. */
  values: Record<string, unknown>
  /** The version of the record that the changes were made to; null for something new. */
  baseVersion: number | string | null
}

// The drafts of a closed tab are unreachable, and are deleted after this time; so is what could not be sent.
const KEPT_MS_MAX = 14 * 24 * 60 * 60 * 1_000

// Nothing was kept before: an earlier time is that of a clock that had lost its own.
const FIRST_KEPT_MS = Date.UTC(2026, 0)

const FILES = 'files'

const tidiedFor = new Set<string>()

/**
 * The draft of this tab, or null. A visitor's draft passes to the account that the visitor signs in to, and adds to the draft of that account
 * what was typed after its session had ended.
 */
export async function readDraft(name: DraftName): Promise<Draft | null> {
  return (await readKept(name, '')) as Draft | null
}

/** Stores the draft, or deletes it if no field has changed. */
export async function keepDraft(name: DraftName, draft: Draft): Promise<void> {
  if (Object.keys(draft.values).length === 0) return remove([keyOf(name)])
  keepTabId()
  await write(keyOf(name), draft)
}

export async function readDraftFiles(name: DraftName): Promise<File[]> {
  return ((await readKept(name, FILES)) ?? []) as File[]
}

/** False if the browser cannot store them: then they live as long as this page. */
export async function keepDraftFiles(name: DraftName, files: File[]): Promise<boolean> {
  if (files.length === 0) {
    await remove([keyOf(name, FILES)])
    return true
  }
  keepTabId()
  return write(keyOf(name, FILES), files)
}

export async function dropDraft(name: DraftName): Promise<void> {
  const start = keyOf(name)
  const kept = await readAll()
  await remove(kept.map(([key]) => key).filter((key) => key.startsWith(start)))
}

/**
 * Deletes what was kept too long ago, and what belongs to other accounts, once per page and owner. A complaint that waits to be sent is
 * not deleted with another account's drafts. The time of what was kept by a wrong clock begins now.
 */
export async function tidyDrafts(owner: string): Promise<void> {
  if (tidiedFor.has(owner)) return
  tidiedFor.add(owner)
  const now = Date.now()
  const isForeign = (key: string) =>
    owner !== VISITOR && !key.startsWith(UNSENT_PREFIX) && ![owner, VISITOR].includes(key.split(' ')[1] ?? '')
  for (const [key, { keptAt, content }] of await readAll()) {
    const isMistimed = keptAt < FIRST_KEPT_MS || keptAt > now
    if (isForeign(key) || (!isMistimed && now - keptAt > KEPT_MS_MAX)) await remove([key])
    else if (isMistimed) await write(key, content, now)
  }
}

async function readKept(name: DraftName, field: string): Promise<unknown> {
  await tidyDrafts(name.owner)
  const own = await read(keyOf(name, field))
  if (name.owner === VISITOR) return own
  const key = keyOf({ ...name, owner: VISITOR }, field)
  const handedOver = await read(key)
  if (handedOver === null) return own
  const whole = own === null ? handedOver : joined(own, handedOver)
  keepTabId()
  await write(keyOf(name, field), whole)
  await remove([key])
  return whole
}

function joined(own: unknown, later: unknown): Draft | File[] {
  const draft = own as Draft
  if (!Array.isArray(own)) return { ...draft, values: { ...draft.values, ...(later as Draft).values } }
  // A page that stayed open has kept its earlier files again for the visitor.
  const names = own.map(({ name }: File) => name)
  return [...own, ...(later as File[]).filter(({ name }) => !names.includes(name))]
}

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

/** Each key once: what is being written at this moment may be in memory and in the database. */
export async function readAll(): Promise<[string, Kept][]> {
  takeUnwritten()
  const stored = await entries<string, Kept>(database).catch(() => [])
  return [...new Map([...stored, ...memory])]
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
    console.warn('No store of drafts:', error)
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
