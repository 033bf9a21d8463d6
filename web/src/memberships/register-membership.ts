import type { CheckoutReply } from '@petsetu/contract/payments.ts'
import type { CheckoutOrder, CheckoutOutcome } from '../checkout/open-checkout.ts'

/** What the server made of a registration. Without an order there is nothing to pay: the membership is active already. */
export type Registered = { membershipId: number; order: CheckoutOrder | null }

/** A payment that the provider calls made, for the server to prove. */
export type MadePayment = { membershipId: number; reply: CheckoutReply }

/** What the story asks of the world, in this order. Each rejects where it fails. */
export type Steps = {
  /** Registers, or answers the pending membership that the same details have already. */
  register: () => Promise<Registered>
  checkout: (order: CheckoutOrder) => Promise<CheckoutOutcome>
  /** Answers the path of the receipt, where there is one. */
  verify: (payment: MadePayment) => Promise<string | null>
}

/**
 * How it ended. `repriced`: the plan has another price (in paise) than the one shown, and nobody was asked to pay it.
 * `unpaid`: the window was closed; `reason` is why the last try there failed, null where there was none.
 */
export type Ending =
  | { kind: 'active'; receiptPath: string | null }
  | { kind: 'repriced'; pricePaise: number }
  | { kind: 'unpaid'; reason: string | null }
  | { kind: 'failed'; at: keyof Steps; error: unknown }

/** Registers somebody and has the plan paid, at the price that they were shown. Told again, it goes on from what is done. */
export async function registerMembership(steps: Steps, shownPaise: number): Promise<Ending> {
  let at: keyof Steps = 'register'
  try {
    const { membershipId, order } = await steps.register()
    if (!order) return { kind: 'active', receiptPath: null }
    const pricePaise = order.checkout_data.amount
    if (pricePaise !== shownPaise) return { kind: 'repriced', pricePaise }
    at = 'checkout'
    const outcome = await steps.checkout(order)
    if (outcome.kind === 'dismissed') return { kind: 'unpaid', reason: null }
    if (outcome.kind === 'failed') return { kind: 'unpaid', reason: outcome.message }
    at = 'verify'
    return { kind: 'active', receiptPath: await steps.verify({ membershipId, reply: outcome.reply }) }
  } catch (error) {
    return { kind: 'failed', at, error }
  }
}

/** The end of the story alone: for a payment that was made and is not confirmed yet. */
export async function confirmMembership({ verify }: Pick<Steps, 'verify'>, payment: MadePayment): Promise<Ending> {
  try {
    return { kind: 'active', receiptPath: await verify(payment) }
  } catch (error) {
    return { kind: 'failed', at: 'verify', error }
  }
}
