import { NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import type { Subject } from '../../payments/checkout/run-payment.ts'
import { readAll, remove, tidyDrafts, write } from '../../platform/lib/drafts/drafts.ts'
import { onForgetTyped, UNSENT_PREFIX } from '../../platform/lib/drafts/forget-typed.ts'
import { changeChannel } from '../../platform/lib/storage/change-channel.ts'
import { VISITOR } from '../../platform/lib/storage/storage.ts'
import type { ComplaintValues } from './complaint-values.ts'

/** A complaint that was finished without a connection. It belongs to no tab, so every tab of its owner shows it. */
export type Unsent = {
  /** The idempotency key with which it is sent. */
  key: string
  keptAt: number
  values: ComplaintValues
  files: File[]
  /** The version of the notice that stood beside the form. A complaint of an earlier program does not say it. */
  noticeVersion?: string
  /** The server's complaint, which waits for its fee; null until it is sent. */
  sent: Subject | null
  /** Why the server does not accept it; null if it was not rejected. */
  rejection: string | null
}

// Once it is sent, it is forgotten like a draft when somebody signs out.
const SENT_PREFIX = 'sent '

const { onChange, notify, changed } = changeChannel('petsetu-unsent')
export const onUnsentChange = onChange
onForgetTyped(notify)

/** The owner's complaints, and the number of other people's. A visitor's pass to the account that the visitor signs in to. */
export async function listUnsent(owner: string): Promise<{ own: Unsent[]; othersCount: number }> {
  await tidyDrafts(owner)
  const kept = await keptComplaints()
  const isOwn = (one: Kept) => one.owner === owner || one.owner === VISITOR
  const own = kept.filter(isOwn)
  for (const one of own) await handOver(one, owner)
  return {
    own: own.map(({ unsent }) => unsent),
    othersCount: kept.filter((one) => !isOwn(one) && isWaiting(one.unsent)).length,
  }
}

async function handOver({ owner: before, unsent }: Kept, owner: string): Promise<void> {
  if (before !== owner && (await store(owner, unsent))) await remove([keyOf(before, unsent)])
}

/** Everybody's complaints that wait to be sent. */
export async function listWaiting(): Promise<Unsent[]> {
  return (await keptComplaints()).map(({ unsent }) => unsent).filter(isWaiting)
}

/** False if the browser cannot store it: then nothing is kept here. */
export async function keepUnsent(owner: string, form: Pick<Unsent, 'key' | 'values' | 'files'>): Promise<boolean> {
  const unsent: Unsent = { ...form, noticeVersion: NOTICE_VERSION, keptAt: Date.now(), sent: null, rejection: null }
  const isKept = await store(owner, unsent)
  if (isKept) askToPersist()
  else await remove([keyOf(owner, unsent)])
  changed()
  return isKept
}

/** Stores the result of sending it, unless it was deleted meanwhile. */
export async function updateUnsent(
  unsent: Unsent,
  result: Pick<Unsent, 'sent' | 'rejection' | 'files'>,
): Promise<void> {
  for (const { owner, unsent: kept } of await keptComplaints()) {
    if (kept.key !== unsent.key) continue
    const updated = { ...kept, ...result }
    await store(owner, updated)
    if (keyOf(owner, updated) !== keyOf(owner, kept)) await remove([keyOf(owner, kept)])
  }
  changed()
}

export async function removeUnsent({ key }: Pick<Unsent, 'key'>): Promise<void> {
  const same = (await keptComplaints()).filter(({ unsent }) => unsent.key === key)
  await remove(same.map(({ owner, unsent }) => keyOf(owner, unsent)))
  changed()
}

export function isWaiting({ sent, rejection }: Unsent): boolean {
  return sent === null && rejection === null
}

type Kept = { owner: string; unsent: Unsent }

/** The oldest first. */
async function keptComplaints(): Promise<Kept[]> {
  const kept = (await readAll()).filter(([key]) => key.startsWith(UNSENT_PREFIX) || key.startsWith(SENT_PREFIX))
  return kept
    .map(([key, { content }]) => ({ owner: key.split(' ')[1] ?? VISITOR, unsent: (content as [Unsent])[0] }))
    .sort((one, other) => one.unsent.keptAt - other.unsent.keptAt)
}

function store(owner: string, unsent: Unsent): Promise<boolean> {
  // In an array, because a page that is left writes any other content as text, which would lose the files.
  return write(keyOf(owner, unsent), [unsent], unsent.keptAt)
}

/** Asks the browser not to delete it when it needs room. */
function askToPersist(): void {
  void navigator.storage
    ?.persist?.()
    .catch((error: unknown) => console.warn('The browser may delete complaints:', error))
}

function keyOf(owner: string, { key, sent }: Pick<Unsent, 'key' | 'sent'>): string {
  return `${sent ? SENT_PREFIX : UNSENT_PREFIX}${owner} ${key}`
}
