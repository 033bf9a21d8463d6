import { CheckoutReply } from '@petsetu/contract/payments.ts'
import { dropDraft, keepDraft, readDraft } from '../lib/draft.ts'

/** A complaint that the server has and whose fee is not known to be paid: what it takes to go on with it. */
export type SavedComplaint = {
  id: number
  name: string
  email: string
  phone: string
  /** In rupees. */
  amount: number
  /** The name of the document that went with it. */
  fileName: string | null
  /** The checkout's answer, once there is one: then the fee is not to be paid again but to be confirmed. */
  reply: CheckoutReply | null
}

const SAVED = 'complaint-saved'
const KEY = 'complaint-key'

export function readSavedComplaint(): SavedComplaint | null {
  const { id, name, email, phone, amount, fileName, reply } = readDraft<SavedComplaint>(SAVED) ?? {}
  if (typeof id !== 'number' || !name || !email || !phone || typeof amount !== 'number') return null
  return {
    id,
    name,
    email,
    phone,
    amount,
    fileName: fileName ?? null,
    reply: CheckoutReply.safeParse(reply).data ?? null,
  }
}

export function keepSavedComplaint(complaint: SavedComplaint): void {
  keepDraft(SAVED, complaint)
}

/** The same until `forgetFiling`, also over a reload: by it the server knows a complaint that it has already. */
export function filingKey(): string {
  const kept = readDraft<{ key: string }>(KEY)?.key
  if (kept) return kept
  const key = crypto.getRandomValues(new Uint32Array(4)).join('-')
  keepDraft(KEY, { key })
  return key
}

/** After this, the next complaint is a new one. */
export function forgetFiling(): void {
  dropDraft(SAVED)
  dropDraft(KEY)
}
