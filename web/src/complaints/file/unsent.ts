import type { Subject } from '../../checkout/run-payment.ts'
import { read, readAll, remove, write } from '../../lib/draft-store.ts'
import { tidyDrafts } from '../../lib/drafts.ts'
import { onForgetTyped } from '../../lib/forget-typed.ts'
import { VISITOR } from '../../lib/storage.ts'
import type { ComplaintValues } from './complaint-values.ts'

/** A complaint that was finished without a connection. It belongs to no tab, so every tab of its owner shows it. */
export type Unsent = {
  /** The idempotency key with which it is sent. */
  key: string
  keptAt: number
  values: ComplaintValues
  files: File[]
  /** What the server has made of it; null until it is sent. */
  sent: Subject | null
  /** Why the server does not accept it; null if it was not rejected. */
  rejection: string | null
}

const PREFIX = 'unsent'
const CHANNEL = 'petsetu-unsent'

const listeners = new Set<() => void>()
const channel = openChannel()
onForgetTyped(notify)

/** Calls back when the list may have changed, here or in another tab. Returns a function that stops it. */
export function onUnsentChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The oldest first; also those that were finished before signing in. */
export async function listUnsent(owner: string): Promise<Unsent[]> {
  await tidyDrafts(owner)
  const mine = [keyOf(owner, ''), keyOf(VISITOR, '')]
  const kept = (await readAll()).filter(([key]) => mine.some((start) => key.startsWith(start)))
  return kept.map(([, { content }]) => (content as [Unsent])[0]).toSorted((one, other) => one.keptAt - other.keptAt)
}

/** False if the browser cannot store it: then nothing is kept here. */
export async function keepUnsent(owner: string, form: Pick<Unsent, 'key' | 'values' | 'files'>): Promise<boolean> {
  const unsent: Unsent = { ...form, keptAt: Date.now(), sent: null, rejection: null }
  // In an array, because a page that is left writes any other content as text, which would lose the files.
  const isKept = await write(keyOf(owner, unsent.key), [unsent])
  if (!isKept) await remove([keyOf(owner, unsent.key)])
  changed()
  return isKept
}

/** Changes it unless it was deleted meanwhile, for example by signing out. */
export async function updateUnsent(owner: string, unsent: Unsent): Promise<void> {
  for (const key of [keyOf(owner, unsent.key), keyOf(VISITOR, unsent.key)]) {
    if ((await read(key)) !== null) await write(key, [unsent])
  }
  changed()
}

export async function removeUnsent(owner: string, { key }: Unsent): Promise<void> {
  await remove([keyOf(owner, key), keyOf(VISITOR, key)])
  changed()
}

/** Null in a browser that blocks storage, where nothing can be kept for other tabs either. */
function openChannel(): BroadcastChannel | null {
  try {
    const opened = new BroadcastChannel(CHANNEL)
    opened.onmessage = notify
    return opened
  } catch {
    return null
  }
}

function changed(): void {
  notify()
  channel?.postMessage(null)
}

function notify(): void {
  for (const listener of listeners) listener()
}

function keyOf(owner: string, key: string): string {
  return `${PREFIX} ${owner} ${key}`
}
