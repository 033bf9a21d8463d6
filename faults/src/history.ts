/**
 * What the clients saw, in the order in which they began. `ok` was answered with success and must be visible, `failed` was refused
 * and must not be, `unknown` got no answer or one of a server in trouble: it may have happened, once.
 */
export type Operation = { outcome: Outcome /** The reply's text; empty without one. */; reply: string } & (
  | Submit
  | Initiate
  | Register
  | Verify
  | Webhook
  | Refund
  | DoubledOrder
)

export type Outcome = 'ok' | 'failed' | 'unknown'

type Submit = {
  kind: 'submit'
  /** One for each time that somebody filled in the form; sent as Idempotency-Key with every try. */
  key: string
  fields: Record<string, string>
  fileSha256: string | null
  complaintId: number | null
}

type Initiate = { kind: 'initiate'; complaintId: number; email: string; amountPaise: number; orderId: string | null }

type Register = {
  kind: 'register'
  /** Its own for each time that somebody filled in the form. */
  email: string
  pricePaise: number
  months: number
  membershipId: number | null
  orderId: string | null
}

/** `isForged`: the signature, an id or the subject is not the one that the provider signed. */
type Verify = {
  kind: 'verify'
  purpose: 'complaint' | 'membership'
  subjectId: number
  paymentId: string
  isForged: boolean
}

type Webhook = { kind: 'webhook'; eventId: string; body: string; isForged: boolean }

type Refund = { kind: 'refund'; paymentId: string }

/** Not the client's doing: the network brought the request for an order to the provider twice. */
type DoubledOrder = { kind: 'doubled-order'; receipt: string }

/** `status` is null where no answer came. */
export function outcomeOf(status: number | null): Outcome {
  if (status === null || status >= 500 || status === 408) return 'unknown'
  return status < 400 ? 'ok' : 'failed'
}
