import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { TYPED_PREFIX } from './forget-typed.ts'
import { sessionStore, VISITOR } from './storage.ts'

/** The last receipt of this tab: its owner, the path of its page, and what it is for. Earlier versions stored a sentence instead. */
export type LastReceipt = {
  owner: string
  path: string
  paidFor?: { purpose: Purpose; id: number; reference?: string | undefined }
}

const KEY = `${TYPED_PREFIX}receipt`

export function keepLastReceipt(receipt: LastReceipt): void {
  sessionStore.set(KEY, JSON.stringify(receipt))
}

/** Null if there is none, or if it is somebody else's. */
export function readLastReceipt(owner: string): LastReceipt | null {
  const receipt = JSON.parse(sessionStore.get(KEY) ?? 'null') as LastReceipt | null
  return receipt && [owner, VISITOR].includes(receipt.owner) ? receipt : null
}
