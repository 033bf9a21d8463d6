import type { Purpose } from '@petsetu/contract/platform/purposes.ts'

/**
 * The requests that clients made and the outcomes they saw. `ok`: succeeded, so its effect must be visible. `failed`: rejected, so it
 * must have no effect. `unknown`: no answer or a 5xx, so the effect may exist at most once.
 */
export type Operation = { outcome: Outcome /** The reply's text; empty without one. */; reply: string } & (
  | Submit
  | Initiate
  | Register
  | Donate
  | Verify
  | Webhook
  | Refund
  | AtDesk
  | CloseBooks
  | Correct
  | DoubledOrder
)

export type Outcome = 'ok' | 'failed' | 'unknown'

type Submit = {
  kind: 'submit'
  /** The Idempotency-Key, the same for every retry of one form. */
  key: string
  fields: Record<string, string>
  fileSha256: string | null
  /** The hashes of further files, in their order. */
  moreSha256?: string[]
  complaintId: number | null
}

type Initiate = { kind: 'initiate'; complaintId: number; email: string; amountPaise: number; orderId: string | null }

type Register = {
  kind: 'register'
  /** Unique for each submitted form. */
  email: string
  pricePaise: number
  months: number
  membershipId: number | null
  orderId: string | null
}

type Donate = {
  kind: 'donate'
  /** Unique for each submitted form. */
  email: string
  amountPaise: number
  donationId: number | null
  orderId: string | null
}

/** An act of an admin at the desk; `paymentId` is null if the answer named none. */
type AtDesk = { kind: 'desk'; action: 'take' | 'clear' | 'bounce' | 'void'; key: string; paymentId: number | null }

/** `isForged`: the signature, an id or the subject differs from what the provider signed. */
type Verify = {
  kind: 'verify'
  purpose: Purpose
  subjectId: number
  paymentId: string
  isForged: boolean
}

type Webhook = { kind: 'webhook'; eventId: string; body: string; isForged: boolean }

type Refund = { kind: 'refund'; paymentId: string }

/** The sums are those of the answer; null without one. */
type CloseBooks = { kind: 'close-books'; year: number; receivedPaise: number | null; returnedPaise: number | null }

/** A name is unique for each correction. */
type Correct = { kind: 'correct'; purpose: Purpose; subjectId: number; email: string; name: string; version: number }

/** The network delivered our request for an order to the provider twice. */
type DoubledOrder = { kind: 'doubled-order'; receipt: string }

/** `status` is null if no answer arrived. */
export function outcomeOf(status: number | null): Outcome {
  if (status === null || status >= 500 || status === 408) return 'unknown'
  return status < 400 ? 'ok' : 'failed'
}
