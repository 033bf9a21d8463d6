import { today } from '@petsetu/contract/platform/dates.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { TYPED_PREFIX } from '../drafts/forget-typed.ts'
import { sessionStore, VISITOR } from './storage.ts'

/** A thing that was paid, and on which Indian day. `followPath` opens a complaint without a code, so it is kept with this tab only. */
export type PaidFor = {
  purpose: Purpose
  id: number
  reference?: string | undefined
  followPath?: string | undefined
  /** Earlier versions stored neither amount nor day. */
  amountPaise?: number
  day?: string
  /** A few words on it, in the language of the page. They are not stored. */
  item?: string
}

/**
 * The last payment of this tab: its owner, the path of its receipt if there is one yet, and what it is for. Earlier versions stored a
 * sentence instead.
 */
export type LastReceipt = { owner: string; path: string | null; paidFor?: PaidFor | undefined }

const KEY = `${TYPED_PREFIX}receipt`

type Paid = Pick<PaidFor, 'id' | 'reference' | 'followPath'> & { amountPaise: number }

export function paidFor(purpose: Purpose, { id, reference, followPath, amountPaise }: Paid): PaidFor {
  return { purpose, id, reference, followPath, amountPaise, day: today() }
}

export function keepLastReceipt(receipt: LastReceipt): void {
  sessionStore.set(KEY, JSON.stringify(receipt))
}

/** Null if there is none, or if it is somebody else's. */
export function readLastReceipt(owner: string): LastReceipt | null {
  const receipt = JSON.parse(sessionStore.get(KEY) ?? 'null') as LastReceipt | null
  return receipt && [owner, VISITOR].includes(receipt.owner) ? receipt : null
}
