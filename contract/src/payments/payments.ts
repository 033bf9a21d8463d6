import type { PlainId } from '@petsetu/languages/translator.ts'
import { z } from 'zod'
import { call } from '../platform/call.ts'
import { success } from '../platform/envelope.ts'
import { requiredText } from '../platform/fields.ts'
import { problem } from '../platform/problem.ts'
import { keysOf, type StatusLook } from '../platform/registry.ts'

/** The ways in which money comes to the desk. */
export const deskModes = {
  cash: { label: 'receipts.cash' },
  cheque: { label: 'receipts.cheque' },
  upi: { label: 'receipts.upi' },
} as const satisfies Record<string, { label: PlainId }>

export const DeskMode = z.enum(keysOf(deskModes))
export type DeskMode = z.output<typeof DeskMode>

type DeskEntry = StatusLook & {
  /** It counts, or will once the bank has paid: it can be voided, and its reference cannot be taken again. */
  isValid: boolean
}

/** A cheque is `pending` until the bank has paid it; only `cleared` money counts. */
export const deskStates = {
  pending: { isValid: true, label: 'desk.pending', tone: 'pending', icon: 'clock' },
  cleared: { isValid: true, label: 'paymentStatus.captured', tone: 'active', icon: 'check' },
  bounced: { isValid: false, label: 'desk.bounced', tone: 'cancelled', icon: 'cross' },
  void: { isValid: false, label: 'desk.void', tone: 'expired', icon: 'back' },
} as const satisfies Record<string, DeskEntry>

export const DeskState = z.enum(keysOf(deskStates))
export type DeskState = z.output<typeof DeskState>
export const VALID_DESK_STATES = DeskState.options.filter((state) => deskStates[state].isValid)

/** Additional facts of a payment that was taken at the desk. `taken_by` is the name of the admin's account. */
export const DeskDetails = z.object({
  mode: DeskMode,
  /** The number of the cheque, or the reference of the UPI payment. */
  reference: z.string().nullable(),
  bank: z.string().nullable(),
  cheque_date: z.string().nullable(),
  state: DeskState,
  taken_by: z.string(),
})
export type DeskDetails = z.output<typeof DeskDetails>

type PaymentEntry = StatusLook & {
  /** A payment never goes back to a lower rank. `failed` ranks low on purpose: a late bank may still authorise the payment. */
  rank: number
  /** The money has come, though it may have gone back since. */
  isReceived: boolean
}

/** The statuses of a payment; the same as the provider's, which alone sets them. At the desk a payment is captured at once. */
export const paymentStatuses = {
  created: { rank: 0, isReceived: false, label: 'paymentStatus.created', tone: 'pending', icon: 'clock' },
  authorized: { rank: 2, isReceived: false, label: 'paymentStatus.authorized', tone: 'pending', icon: 'clock' },
  captured: { rank: 3, isReceived: true, label: 'paymentStatus.captured', tone: 'active', icon: 'check' },
  failed: { rank: 1, isReceived: false, label: 'paymentStatus.failed', tone: 'cancelled', icon: 'cross' },
  refunded: { rank: 4, isReceived: true, label: 'paymentStatus.refunded', tone: 'expired', icon: 'back' },
} as const satisfies Record<string, PaymentEntry>

export const PaymentStatus = z.enum(keysOf(paymentStatuses))
export type PaymentStatus = z.output<typeof PaymentStatus>
export const RECEIVED_STATUSES = PaymentStatus.options.filter((status) => paymentStatuses[status].isReceived)

/** Something that was paid for: its money is here, or went back in full. */
export const PaidStatus = z.enum(['paid', 'refunded'])
export type PaidStatus = z.output<typeof PaidStatus>

type DispositionEntry = {
  /** The money paid for nothing: an admin decides about it, or it goes back by itself. */
  isUnmatched: boolean
  /**
   * Money that came is in the books and counts as revenue. What is quarantined is not known to be the foundation's, and what went back
   * before anybody here saw it captured mostly never came.
   */
  isBooked: boolean
}

/**
 * States the use of a captured payment: `applied` paid for its subject; `surplus` was a second payment for the same subject;
 * `quarantined` does not match its order, has no order of ours, or comes from abroad and may not be taken. Surplus money, and money from
 * abroad, goes back by itself; what else is quarantined waits for an admin. A payment that nobody here saw captured has `none`.
 */
export const paymentDispositions = {
  none: { isUnmatched: false, isBooked: false },
  applied: { isUnmatched: false, isBooked: true },
  surplus: { isUnmatched: true, isBooked: true },
  quarantined: { isUnmatched: true, isBooked: false },
} as const satisfies Record<string, DispositionEntry>

export const PaymentDisposition = z.enum(keysOf(paymentDispositions))
export type PaymentDisposition = z.output<typeof PaymentDisposition>
export const UNMATCHED_DISPOSITIONS = PaymentDisposition.options.filter((one) => paymentDispositions[one].isUnmatched)
export const BOOKED_DISPOSITIONS = PaymentDisposition.options.filter((one) => paymentDispositions[one].isBooked)

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

export const CheckoutReply = z.object({
  razorpay_payment_id: providerId,
  razorpay_order_id: providerId,
  razorpay_signature: text(256),
})
export type CheckoutReply = z.output<typeof CheckoutReply>

/** True if the same details, paid within the last day, are meant once more: the person was told, and wants another one. */
export const IsAnother = z.boolean(problem('missing')).optional()

/** True if the same details were paid within the last day: nothing has to be paid. */
export const IsSettled = z.boolean()

/** The ways to settle unmatched money, or a failed refund: the foundation keeps it, as the payer agreed, or has returned it otherwise. */
export const SettledAs = z.enum(['kept', 'returned'], problem('missing'))
export type SettledAs = z.output<typeof SettledAs>

/** A payment as an admin sees it. Amounts are in rupees. */
export const AdminPayment = z.object({
  id: z.number(),
  amount: z.number(),
  /** The part of it that went back; all of it once it is refunded. */
  returned: z.number(),
  razorpay_order_id: z.string().nullable(),
  razorpay_payment_id: z.string(),
  status: PaymentStatus,
  disposition: PaymentDisposition,
  /** True while a refund is in progress at the provider. */
  is_refund_pending: z.boolean(),
  /** True if a refund failed at the bank after the payment had been marked as refunded. */
  is_refund_failed: z.boolean(),
  /** True if the provider refused to send it back, or its bank did. What goes back by itself is tried again a day later. */
  is_return_refused: z.boolean(),
  is_international: z.boolean(),
  /** The instant at which it goes back by itself; null if it does not. */
  return_at: z.string().nullable(),
  /** The note of an admin who settled unmatched money otherwise than by a refund. */
  settled_note: z.string().nullable(),
  /** Null if it was not settled, or before this was asked. */
  settled_as: SettledAs.nullable(),
  /** Facts that only the desk knows; null if the money came through the provider. */
  desk: DeskDetails.nullable(),
  created_at: z.string(),
})
export type AdminPayment = z.output<typeof AdminPayment>

/** A payment's number, also as its row of the payment report shows it: P12. */
const PaymentNumber = z
  .string()
  .regex(/^P?[1-9]\d{0,9}$/i, problem('notAnId'))
  .transform((typed) => Number(typed.replace(/^P/i, '')))

export const SETTLED_NOTE_MAX = 500

export const paymentCalls = {
  orderState: call({
    method: 'POST',
    path: '/api/payments/order-state',
    access: 'anyone',
    ignoresDeadToken: true,
    priority: 'critical',
    summary:
      'Whether what an order is for has been paid, after the payment provider was asked; for a browser whose checkout was closed or lost',
    body: z.object({ order_id: providerId }),
    reply: success(z.object({ is_paid: z.boolean(), receipt_path: z.string().nullable() })),
  }),
  refund: call({
    method: 'POST',
    path: '/api/admin/payments/{id}/refund',
    access: 'admin',
    duty: 'money',
    summary: 'Refund a captured payment in full',
    params: z.object({ id: PaymentNumber }),
    reply: success(AdminPayment),
  }),
  settle: call({
    method: 'POST',
    path: '/api/admin/payments/{id}/settle',
    access: 'admin',
    duty: 'money',
    summary:
      'Say how unmatched money was settled: it is kept for something, or was returned otherwise than through the payment provider. It does not go back by itself any more. What was due, and was returned because its refund had failed, counts as refunded',
    params: z.object({ id: PaymentNumber }),
    body: z.object({
      note: requiredText({ field: 'note', max: SETTLED_NOTE_MAX, lines: 'many' }),
      as: SettledAs.default('returned'),
    }),
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
