import type { CheckoutReply } from '@petsetu/contract/payments/payments.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { CallError } from '../../platform/lib/requests/request.ts'
import type { CheckoutOrder, CheckoutOutcome } from './provider.ts'

/** The subject of a payment, with everything needed to continue after a reload. */
export type Subject = {
  id: number
  /** The reference of a complaint; a subject that an earlier version stored has none. */
  reference?: string
  /** The secret page of a complaint, where this tab has filed it. */
  followPath?: string | undefined
  name: string
  email: string
  phone: string
  /** The amount that the person agreed to pay. */
  amountPaise: number
  fileName: string | null
  /** The cause of a donation. */
  cause?: string
  /** By which a complaint can be paid whose contact details the page does not know: the token of a link to it, or one's own. */
  payBy?: { token: string } | { complaint_id: string }
  /** The provider's id of its order, once it has one: the server knows by it whether it was paid. */
  orderId?: string
}

/** The server's new subject. `order` is null if nothing has to be paid, and undefined if it must be requested separately. */
export type Created = { subject: Subject; order?: CheckoutOrder | Settled | null }

/** A payment that the provider's checkout reported as made; the server has to verify it. */
export type MadePayment = {
  subject: Subject
  reply: CheckoutReply
  /** The server's reason for rejecting the last verification; null if it did not. */
  refusal?: Refusal | null
}

/** It is stored, so it says in which language the reason is; null if there is none. Earlier versions stored finished sentences. */
export type Refusal = { reason: { text: string; language: Language } | null; isHeld?: true }

/** Nothing has to be paid any more, for example because an earlier payment has arrived meanwhile; holds the reason. */
export type Settled = { settled: string }

/** The steps of a payment, in this order. Each rejects if it fails. */
export type Steps = {
  /** Creates the subject, or returns the one that an earlier attempt created. */
  create: () => Promise<Created>
  order: (subject: Subject) => Promise<CheckoutOrder | Settled>
  checkout: (order: CheckoutOrder, subject: Subject) => Promise<CheckoutOutcome>
  /** Asks the server whether an order was paid although the checkout reported nothing. Null if not, or if that is not known. */
  findPaid: (orderId: string) => Promise<FoundPayment | null>
  /** Returns the path of the receipt, if there is one. */
  verify: (payment: MadePayment) => Promise<string | null>
}

/** A payment that the server knows of. `receiptPath` is null if it has no receipt yet. */
export type FoundPayment = { receiptPath: string | null }

/** The calls of the page that has something paid. */
export type PayCalls = {
  /** Missing where the order comes with what was created. */
  openOrder?: (subject: Subject, signal: AbortSignal) => Promise<CheckoutOrder | Settled>
  /** Returns the path of the receipt, if there is one. */
  verify: (subject: Subject, reply: CheckoutReply) => Promise<string | null>
}

export type Step = Exclude<keyof Steps, 'findPaid'>

/**
 * `paid`: with `isOthers`, the form holds the name of another person by now.
 * `settled`: there was nothing to pay; `why` is null if it is free.
 * `repriced`: the order has another amount than the person agreed to, so no checkout was opened.
 * `unpaid`: the window was closed; `reason` is why the last attempt there failed, null if there was none.
 */
export type Outcome =
  | { kind: 'paid'; subject: Subject; receiptPath: string | null; isOthers?: boolean }
  | { kind: 'settled'; subject: Subject; why: string | null }
  | { kind: 'repriced'; pricePaise: number }
  | { kind: 'unpaid'; reason: string | null }
  | { kind: 'failed'; step: Step; error: unknown }

/** Runs all steps. After any outcome it can be run again, and continues with what was done before. */
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
    if (outcome.kind !== 'paid') {
      const found = await steps.findPaid(order.order_id)
      if (found) return { kind: 'paid', subject, ...found }
      return { kind: 'unpaid', reason: outcome.kind === 'failed' ? outcome.message : null }
    }
    return await confirmMadePayment(steps, { subject, reply: outcome.reply })
  } catch (error) {
    return { kind: 'failed', step, error }
  }
}

/** Runs only the last step, for a payment that was made but not confirmed. */
export async function confirmMadePayment({ verify }: Pick<Steps, 'verify'>, payment: MadePayment): Promise<Outcome> {
  try {
    return { kind: 'paid', subject: payment.subject, receiptPath: await verify(payment) }
  } catch (error) {
    return { kind: 'failed', step: 'verify', error }
  }
}

// The server cannot reach the provider; usually for minutes, not hours.
const PROVIDER_AWAY_PAUSES_MS = [2_000, 4_000, 8_000, 16_000, 30_000]

// No answer: a phone that returns from a bank's app may be without network for a moment.
const NO_ANSWER_PAUSES_MS = [1_000, 2_000]

type Waiting = {
  /** Called with the reason each time the server needs more time. */
  onDelay: (error: CallError) => void
  pause?: (ms: number) => Promise<void>
}

/**
 * Asks the server to verify a payment, and retries with backoff while the outcome is unknown.
 * Rejects with the last `CallError` if it stays unknown, and at once if the server rejects the payment.
 */
export async function confirmPayment<Verified>(
  verify: () => Promise<Verified>,
  { onDelay, pause = sleep }: Waiting,
): Promise<Verified> {
  for (let tries = 0; ; tries++) {
    try {
      return await verify()
    } catch (error) {
      const ms = error instanceof CallError ? pausesAfter(error)[tries] : undefined
      if (ms === undefined) throw error
      if (error instanceof CallError && error.status > 0) onDelay(error)
      await pause(ms)
    }
  }
}

/** True if the server could not reach the provider, so that the payment may have been made. */
export function isProviderAway({ status }: CallError): boolean {
  return status >= 502 && status <= 504
}

function pausesAfter(error: CallError): number[] {
  if (error.status === 0) return NO_ANSWER_PAUSES_MS
  return isProviderAway(error) ? PROVIDER_AWAY_PAUSES_MS : []
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
