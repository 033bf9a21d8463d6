import type { CheckoutReply } from '@petsetu/contract/payments.ts'
import type { CheckoutOrder, CheckoutOutcome } from '../checkout/open-checkout.ts'
import type { SavedComplaint } from './saved-complaint.ts'

/** Nothing is to be paid any more, such as after a payment that this page never heard the end of; and why. */
export type Closed = { closed: string }

/** What the story asks of the world, in this order. Each rejects where it fails. */
export type Steps = {
  /** Files the complaint, or answers the one that is filed already. */
  submit: () => Promise<SavedComplaint>
  initiate: (complaint: SavedComplaint) => Promise<CheckoutOrder | Closed>
  checkout: (order: CheckoutOrder, complaint: SavedComplaint) => Promise<CheckoutOutcome>
  /** Answers the page of the receipt. */
  verify: (complaint: SavedComplaint, reply: CheckoutReply) => Promise<string | null>
}

/** How it ended. `unpaid`: the window was closed; `reason` is why the last try there failed, null where there was none. */
export type Ending =
  | { kind: 'paid'; complaintId: number; receiptPath: string | null }
  | { kind: 'closed'; complaintId: number; why: string }
  | { kind: 'unpaid'; reason: string | null }
  | { kind: 'failed'; at: keyof Steps; error: unknown }

/** Files a complaint and has its fee paid. Told again after any ending, it goes on from what is done already. */
export async function fileComplaint(steps: Steps): Promise<Ending> {
  let at: keyof Steps = 'submit'
  try {
    const complaint = await steps.submit()
    at = 'initiate'
    const order = await steps.initiate(complaint)
    if ('closed' in order) return { kind: 'closed', complaintId: complaint.id, why: order.closed }
    at = 'checkout'
    const outcome = await steps.checkout(order, complaint)
    if (outcome.kind !== 'paid') return unpaid(outcome)
    at = 'verify'
    const receiptPath = await steps.verify(complaint, outcome.reply)
    return { kind: 'paid', complaintId: complaint.id, receiptPath }
  } catch (error) {
    return { kind: 'failed', at, error }
  }
}

/** The end of the story alone: for a payment that was made and is not confirmed yet. */
export async function confirmFee(
  { verify }: Pick<Steps, 'verify'>,
  complaint: SavedComplaint,
  reply: CheckoutReply,
): Promise<Ending> {
  try {
    return { kind: 'paid', complaintId: complaint.id, receiptPath: await verify(complaint, reply) }
  } catch (error) {
    return { kind: 'failed', at: 'verify', error }
  }
}

function unpaid(outcome: Exclude<CheckoutOutcome, { kind: 'paid' }>): Ending {
  return { kind: 'unpaid', reason: outcome.kind === 'failed' ? outcome.message : null }
}
