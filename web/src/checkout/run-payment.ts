import type { CheckoutReply } from '@petsetu/contract/payments.ts'
import type { CheckoutOrder, CheckoutOutcome } from './open-checkout.ts'
import type { PayMessage } from './pay-message.ts'

/** What is paid for, and what it takes to go on with it after a reload. */
export type Subject = {
  id: number
  name: string
  email: string
  phone: string
  /** What the person agreed to pay. */
  amountPaise: number
  /** The name of the document that went with it. */
  fileName: string | null
}

/** What the server made. `order` is null where nothing is to be paid, and undefined where it is yet to be asked for. */
export type Created = { subject: Subject; order?: CheckoutOrder | null }

/** A payment that the provider calls made, for the server to prove. */
export type MadePayment = {
  subject: Subject
  reply: CheckoutReply
  /** Why the server did not take it for paid when it was asked last; null while it has not said no. */
  refusal?: PayMessage | null
}

/** Nothing is to be paid any more, such as after a payment that this page never heard the end of; and why. */
export type Settled = { settled: string }

/** What a payment asks of the world, in this order. Each rejects where it fails. */
export type Steps = {
  /** Creates the subject, or answers the one that was created by an earlier try. */
  create: () => Promise<Created>
  order: (subject: Subject) => Promise<CheckoutOrder | Settled>
  checkout: (order: CheckoutOrder, subject: Subject) => Promise<CheckoutOutcome>
  /** Answers the path of the receipt, where there is one. */
  verify: (payment: MadePayment) => Promise<string | null>
}

export type Step = keyof Steps

/**
 * How it ended. `settled`: there was nothing to pay; `why` is null where it never cost anything.
 * `repriced`: the order asks for another amount than the person agreed to, and no checkout was opened.
 * `unpaid`: the window was closed; `reason` is why the last try there failed, null where there was none.
 */
export type Outcome =
  | { kind: 'paid'; subject: Subject; receiptPath: string | null }
  | { kind: 'settled'; subject: Subject; why: string | null }
  | { kind: 'repriced'; pricePaise: number }
  | { kind: 'unpaid'; reason: string | null }
  | { kind: 'failed'; step: Step; error: unknown }

/** Creates something and has it paid. Run again after any outcome, it goes on from what is done already. */
export async function runPayment(steps: Steps): Promise<Outcome> {
  let step: Step = 'create'
  try {
    const created = await steps.create()
    const { subject } = created
    if (created.order === null) return { kind: 'settled', subject, why: null }
    step = 'order'
    const order = created.order ?? (await steps.order(subject))
    if ('settled' in order) return { kind: 'settled', subject, why: order.settled }
    const pricePaise = order.checkout_data.amount
    if (pricePaise !== subject.amountPaise) return { kind: 'repriced', pricePaise }
    step = 'checkout'
    const outcome = await steps.checkout(order, subject)
    if (outcome.kind === 'dismissed') return { kind: 'unpaid', reason: null }
    if (outcome.kind === 'failed') return { kind: 'unpaid', reason: outcome.message }
    return await confirmMadePayment(steps, { subject, reply: outcome.reply })
  } catch (error) {
    return { kind: 'failed', step, error }
  }
}

/** The last step alone: for a payment that was made and is not confirmed yet. */
export async function confirmMadePayment({ verify }: Pick<Steps, 'verify'>, payment: MadePayment): Promise<Outcome> {
  try {
    return { kind: 'paid', subject: payment.subject, receiptPath: await verify(payment) }
  } catch (error) {
    return { kind: 'failed', step: 'verify', error }
  }
}
