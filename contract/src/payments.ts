import { z } from 'zod'
import { call } from './call.ts'
import { DeskDetails } from './desk-values.ts'
import { InternalId, success } from './envelope.ts'
import { requiredText } from './fields.ts'
import { problem } from './problem.ts'

/** The statuses of a payment; the same as the provider's. */
export const PaymentStatus = z.enum(['created', 'authorized', 'captured', 'failed', 'refunded'])
export type PaymentStatus = z.output<typeof PaymentStatus>

/**
 * What a captured payment was used for: `applied` paid for its subject; `surplus` was a second payment for the same subject;
 * `quarantined` does not match its order, or has no order of ours. The last two wait for an admin.
 */
export const PaymentDisposition = z.enum(['none', 'applied', 'surplus', 'quarantined'])
export type PaymentDisposition = z.output<typeof PaymentDisposition>

/** The options for the provider's checkout in the browser. `amount` is in paise. */
export const CheckoutData = z.object({
  key: z.string(),
  amount: z.number(),
  currency: z.literal('INR'),
  name: z.string(),
  description: z.string(),
})
export type CheckoutData = z.output<typeof CheckoutData>

const text = (max: number) => z.string(problem('missing')).min(1, problem('missing')).max(max, problem('valueTooLong'))

const providerId = text(64).regex(/^[!-~]+$/, problem('notAProviderId'))

/** The three fields of the checkout's reply. */
export const CheckoutReply = z.object({
  razorpay_payment_id: providerId,
  razorpay_order_id: providerId,
  razorpay_signature: text(256),
})
export type CheckoutReply = z.output<typeof CheckoutReply>

/** A payment as an admin sees it. `amount` is in rupees. */
export const AdminPayment = z.object({
  id: z.number(),
  amount: z.number(),
  razorpay_order_id: z.string().nullable(),
  razorpay_payment_id: z.string(),
  status: PaymentStatus,
  disposition: PaymentDisposition,
  /** True while a refund is in progress at the provider. */
  is_refund_pending: z.boolean(),
  /** True if a refund failed at the bank after the payment had been marked as refunded. */
  is_refund_failed: z.boolean(),
  /** The note of an admin who settled unmatched money otherwise than by a refund. */
  settled_note: z.string().nullable(),
  /** What only the desk knows; null if the money came through the provider. */
  desk: DeskDetails.nullable(),
  created_at: z.string(),
})
export type AdminPayment = z.output<typeof AdminPayment>

export const paymentCalls = {
  refund: call({
    method: 'POST',
    path: '/api/admin/payments/{id}/refund',
    access: 'admin',
    duty: 'money',
    summary: 'Refund a captured payment in full',
    params: z.object({ id: InternalId }),
    reply: success(AdminPayment),
  }),
  settle: call({
    method: 'POST',
    path: '/api/admin/payments/{id}/settle',
    access: 'admin',
    duty: 'money',
    summary: 'Say how unmatched money was settled that cannot be refunded through the payment provider',
    params: z.object({ id: InternalId }),
    body: z.object({ note: requiredText({ field: 'note', max: 500, lines: 'many' }) }),
    reply: success(AdminPayment),
  }),
  webhook: call({
    method: 'POST',
    path: '/api/payments/webhook',
    access: 'anyone',
    priority: 'critical',
    summary: "The payment provider's events, signed in X-Razorpay-Signature over the body's bytes",
    raw: true,
    reply: success(z.object({})),
  }),
}
