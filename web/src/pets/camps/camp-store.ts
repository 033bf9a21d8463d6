import type { CampKind } from '@petsetu/contract/pets/camps/camp-kinds.ts'
import type { CampAnimal, HelperCamp } from '@petsetu/contract/pets/camps/camps.ts'
import { createStore, delMany, entries, get, keys, set, type UseStore } from 'idb-keyval'
import { setLosesWork } from '../../people/auth/own-account.ts'
import { CAMPS, QUEUED_PREFIX } from '../../platform/lib/drafts/forget-typed.ts'
import { randomId } from '../../platform/lib/random-id.ts'
import { changeChannel } from '../../platform/lib/storage/change-channel.ts'

// Keeps what a helper has done and not sent yet, and the camps that were opened, in a database of its own: the queue outlives a logout,
// and the drafts of forms do not.

/** The animal, and what was done to it. An undo names the work that it takes back. */
type Deed =
  | { type: 'work'; tag: string; kind: CampKind }
  | { type: 'animal'; animal: Omit<CampAnimal, 'done'> }
  | { type: 'undo'; tag: string; kind: CampKind; workKey: string }

export type Queued = {
  /** The key by which the server stores it once. */
  key: string
  owner: string
  campId: number
  /** The place in the queue. */
  turn: number
  at: string
  deed: Deed
  /** Why the server does not take it; null if it was not refused. */
  refusal: { code: string | null; message: string } | null
}

const CAMP = 'camp'

const store = createStore(CAMPS.database, CAMPS.store)
// Async, because a browser that blocks the database throws synchronously.
const database: UseStore = async (mode, use) => store(mode, use)
// Holds what the browser does not let us store: it lives as long as the page.
const memory = new Map<string, unknown>()
setLosesWork((owner) => [...memory.keys()].some((key) => key.startsWith(`${QUEUED_PREFIX}${owner} `)))
const { onChange, changed } = changeChannel('petsetu-camps')
export const onQueueChange = onChange
let lastTurn = 0

/** Lists what this person has not sent yet, in its order, and counts what is other people's at this phone. */
export async function listQueued(owner: string): Promise<{ own: Queued[]; othersCount: number }> {
  const all = (await readAll()).filter(([key]) => key.startsWith(QUEUED_PREFIX)).map(([, value]) => value as Queued)
  const own = all.filter((one) => one.owner === owner).sort((one, other) => one.turn - other.turn)
  lastTurn = Math.max(lastTurn, ...own.map(({ turn }) => turn))
  return { own, othersCount: all.length - own.length }
}

/** Adds it at the end of the queue. `isKept` is false if it lives only as long as this page. */
export async function enqueue(
  { owner, campId }: Pick<Queued, 'owner' | 'campId'>,
  deed: Deed,
): Promise<{ key: string; isKept: boolean }> {
  const key = randomId()
  const at = new Date().toISOString()
  return { key, isKept: await keepQueued({ key, owner, campId, turn: nextTurn(), at, deed, refusal: null }) }
}

/** Puts what was refused at the end of the queue, to be sent again. */
export async function enqueueAgain(queued: Queued): Promise<void> {
  await keepQueued({ ...queued, turn: nextTurn(), refusal: null })
}

export async function refuse(queued: Queued, refusal: NonNullable<Queued['refusal']>): Promise<void> {
  await keepQueued({ ...queued, refusal })
}

export async function removeQueued(queued: Queued): Promise<void> {
  memory.delete(keyOf(queued))
  await delMany([keyOf(queued)], database).catch(() => {})
  changed()
}

/** The camp as this person's phone had it last; null if it was never opened here. */
export async function readKeptCamp(owner: string, campId: number): Promise<HelperCamp | null> {
  const key = campKey(owner, campId)
  return (memory.get(key) ?? (await get(key, database).catch(() => null)) ?? null) as HelperCamp | null
}

/** Keeps the camp for times without a connection. */
export async function keepCamp(owner: string, camp: HelperCamp): Promise<void> {
  await write(campKey(owner, camp.id), camp)
}

/** Forgets the camps that other people have opened at this phone. */
export async function forgetOthersCamps(owner: string): Promise<void> {
  const foreign = (await keys<string>(database).catch(() => [])).filter((key) => isForeignCamp(key, owner))
  if (foreign.length > 0) await delMany(foreign, database).catch(() => {})
}

export async function forgetCamp(owner: string, campId: number): Promise<void> {
  memory.delete(campKey(owner, campId))
  await delMany([campKey(owner, campId)], database).catch(() => {})
}

async function keepQueued(queued: Queued): Promise<boolean> {
  const isKept = await write(keyOf(queued), queued)
  // The browser must not delete it when it needs room.
  void navigator.storage?.persist?.().catch(() => {})
  changed()
  return isKept
}

async function readAll(): Promise<[string, unknown][]> {
  const stored = await entries<string, unknown>(database).catch(() => [])
  return [...stored.filter(([key]) => !memory.has(key)), ...memory]
}

async function write(key: string, value: unknown): Promise<boolean> {
  try {
    await set(key, value, database)
    memory.delete(key)
    return true
  } catch (error) {
    console.warn('It lives as long as this page:', error)
    memory.set(key, value)
    return false
  }
}

/** Later than all before, also where the clock of the phone went back. */
function nextTurn(): number {
  lastTurn = Math.max(Date.now(), lastTurn + 1)
  return lastTurn
}

const keyOf = ({ owner, key }: Pick<Queued, 'owner' | 'key'>) => `${QUEUED_PREFIX}${owner} ${key}`
const campKey = (owner: string, campId: number) => `${CAMP} ${owner} ${campId}`
const isForeignCamp = (key: string, owner: string) => key.startsWith(`${CAMP} `) && key.split(' ')[1] !== owner
