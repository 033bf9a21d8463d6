import { z } from 'zod'
import { call } from './call.ts'
import { InternalId, success } from './envelope.ts'

/** The provider's states of a payment, which are ours as well. */
export const PaymentStatus = z.enum(['created', 'authorized', 'captured', 'failed', 'refunded'])
export type PaymentStatus = z.output<typeof PaymentStatus>

/**
 * What a captured payment was good for: `applied` paid for its purpose; `surplus` came second for the same purpose;
 * `quarantined` does not match its order, or no order of ours. The last two wait for an admin.
 */
export const PaymentDisposition = z.enum(['none', 'applied', 'surplus', 'quarantined'])
export type PaymentDisposition = z.output<typeof PaymentDisposition>

/** What the browser hands to the provider's checkout. `amount` is in paise. */
export const CheckoutData = z.object({
  key: z.string(),
  amount: z.number(),
  currency: z.literal('INR'),
  name: z.string(),
  description: z.string(),
})
export type CheckoutData = z.output<typeof CheckoutData>

const text = (max: number) => z.string('This is required').min(1, 'This is required').max(max, 'This is too long')

const providerId = text(64).regex(/^[!-~]+$/, "That is not an id of the payment provider's")

/** The three fields that the provider's checkout answers with. */
export const CheckoutReply = z.object({
  razorpay_payment_id: providerId,
  razorpay_order_id: providerId,
  razorpay_signature: text(256),
})
export type CheckoutReply = z.output<typeof CheckoutReply>

/** A payment as the desk sees it. `amount` is in rupees. */
export const DeskPayment = z.object({
  id: z.number(),
  amount: z.number(),
  razorpay_order_id: z.string().nullable(),
  razorpay_payment_id: z.string(),
  status: PaymentStatus,
  disposition: PaymentDisposition,
  /** True while a refund is under way at the provider. */
  is_refund_pending: z.boolean(),
  created_at: z.string(),
})
export type DeskPayment = z.output<typeof DeskPayment>

export const paymentCalls = {
  refund: call({
    method: 'POST',
    path: '/api/admin/payments/{id}/refund',
    access: 'admin',
    summary: 'Refund a captured payment in full',
    params: z.object({ id: InternalId }),
    reply: success(DeskPayment),
  }),
  webhook: call({
    method: 'POST',
    path: '/api/payments/webhook',
    access: 'anyone',
    whenBusy: 'keep',
    summary: "The payment provider's events, signed in X-Razorpay-Signature over the body's bytes",
    raw: true,
    reply: success(z.object({})),
  }),
}
