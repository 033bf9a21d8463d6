import { createStore, delMany, entries, get, set, type UseStore } from 'idb-keyval'
import { DRAFTS, onForgetTyped, TYPED_PREFIX } from './forget-typed.ts'
import { sessionStore, VISITOR } from './storage.ts'

/** The owner is an account's id or VISITOR. */
export type DraftName = { owner: string; form: string }

/** Unsaved input of a form. */
export type Draft = {
  /** Only the fields that differ from the form's initial values. */
  values: Record<string, unknown>
  /** The version of the record that the changes were made to; null for something new. */
  baseVersion: number | string | null
}

type Kept = { keptAt: number; content: unknown }

// The drafts of a closed tab are unreachable, and are deleted after this time.
const KEPT_MS_MAX = 24 * 60 * 60 * 1_000

const TAB = `${TYPED_PREFIX}tab`
const LEFT = `${TYPED_PREFIX}left `

const store = createStore(DRAFTS.database, DRAFTS.store)
// Async, because a browser that blocks the database throws synchronously.
const database: UseStore = async (mode, use) => store(mode, use)
// What is not in the database yet, or never will be because the browser blocks it.
const memory = new Map<string, Kept>()
const tidiedFor = new Set<string>()

onForgetTyped(() => memory.clear())

// A page that is left does not finish its writes to the database, but writes to session storage are synchronous.
takeLeft()
addEventListener('pagehide', leave)
addEventListener('visibilitychange', () => document.hidden && leave())

/** The draft of this tab, or null. A visitor's draft passes to the account that the visitor signs in to. */
export async function readDraft(name: DraftName): Promise<Draft | null> {
  return (await readKept(name, '')) as Draft | null
}

/** Stores the draft, or deletes it if no field has changed. */
export async function keepDraft(name: DraftName, draft: Draft): Promise<void> {
  if (Object.keys(draft.values).length > 0) await write(keyOf(name), draft)
  else await remove([keyOf(name)])
}

export async function readDraftFile(name: DraftName, field: string): Promise<File | null> {
  return (await readKept(name, field)) as File | null
}

export async function keepDraftFile(name: DraftName, field: string, file: File | null): Promise<void> {
  if (file) await write(keyOf(name, field), file)
  else await remove([keyOf(name, field)])
}

export async function dropDraft(name: DraftName): Promise<void> {
  const start = keyOf(name)
  const kept = await all()
  await remove(kept.map(([key]) => key).filter((key) => key.startsWith(start)))
}

async function readKept(name: DraftName, field: string): Promise<unknown> {
  await tidy(name.owner)
  const own = await read(keyOf(name, field))
  if (own !== null || name.owner === VISITOR) return own
  const key = keyOf({ ...name, owner: VISITOR }, field)
  const handedOver = await read(key)
  if (handedOver === null) return null
  await write(keyOf(name, field), handedOver)
  await remove([key])
  return handedOver
}

// Deletes the drafts of closed tabs and of other accounts, once per page and owner.
async function tidy(owner: string): Promise<void> {
  if (tidiedFor.has(owner)) return
  tidiedFor.add(owner)
  const oldest = Date.now() - KEPT_MS_MAX
  const isForeign = (key: string) => owner !== VISITOR && ![owner, VISITOR].includes(key.split(' ')[1] ?? '')
  const kept = await all()
  await remove(kept.filter(([key, { keptAt }]) => keptAt < oldest || isForeign(key)).map(([key]) => key))
}

function keyOf({ owner, form }: DraftName, field = ''): string {
  return `${tab()} ${owner} ${form} ${field}`
}

// Drafts are kept by tab, because two tabs may have drafts of the same form.
function tab(): string {
  const known = sessionStore.get(TAB)
  if (known) return known
  const made = crypto.getRandomValues(new Uint32Array(2)).join('-')
  sessionStore.set(TAB, made)
  return made
}

async function all(): Promise<[string, Kept][]> {
  try {
    return [...memory, ...(await entries<string, Kept>(database))]
  } catch {
    return [...memory]
  }
}

async function read(key: string): Promise<unknown> {
  const kept = memory.get(key) ?? (await get<Kept>(key, database).catch(() => undefined))
  return kept?.content ?? null
}

async function write(key: string, content: unknown): Promise<void> {
  await persist(key, { keptAt: Date.now(), content })
}

async function persist(key: string, kept: Kept): Promise<void> {
  memory.set(key, kept)
  try {
    await set(key, kept, database)
    if (memory.get(key) !== kept) return
    memory.delete(key)
    sessionStore.remove(LEFT + key)
  } catch (error) {
    console.warn('The draft lives as long as this page:', error)
  }
}

/** Keeps texts only: there is no synchronous storage for files. */
function leave(): void {
  for (const [key, kept] of memory) {
    if (!(kept.content instanceof File)) sessionStore.set(LEFT + key, JSON.stringify(kept))
  }
}

function takeLeft(): void {
  for (const left of sessionStore.keys().filter((key) => key.startsWith(LEFT))) {
    void persist(left.slice(LEFT.length), JSON.parse(sessionStore.get(left) ?? 'null') as Kept)
  }
}

async function remove(keys: string[]): Promise<void> {
  for (const key of keys) {
    memory.delete(key)
    sessionStore.remove(LEFT + key)
  }
  if (keys.length > 0) await delMany(keys, database).catch(() => {})
}
