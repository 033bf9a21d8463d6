import { pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { z } from 'zod'
import { call } from '../platform/call.ts'
import { success } from '../platform/envelope.ts'
import { problem } from '../platform/problem.ts'
import { PURPOSES, type Purpose } from '../platform/purposes.ts'
import { shownWords } from '../platform/removed.ts'
import { shownCause } from '../supporters/donation-causes.ts'
import { DeskMode, PaidStatus } from './payments.ts'

const ReceiptLink = z.object({ number: z.string(), path: z.string() })

/** `only` as long as nothing was corrected; then `corrected`, and `first` as it was issued. */
const ReceiptCopy = z.enum(['only', 'corrected', 'first'])

/** A receipt. Amounts are in rupees; `paid_at` and `refunded_at` are instants. What the settings do not say is empty. */
export const Receipt = z.object({
  /** A refund, or a void at the desk, has a receipt of its own. */
  kind: z.enum(['payment', 'refund']),
  number: z.string(),
  copy: ReceiptCopy,
  /** The instant of the correction; null of the only copy. */
  corrected_at: z.string().nullable(),
  /** A refund's receipt links to the receipt of the payment that went back. */
  returns: ReceiptLink.nullable(),
  /** A refunded payment's receipt links to the receipt of its refund. */
  returned_by: ReceiptLink.nullable(),
  foundation: z.string(),
  paid_by: z.string(),
  /** The purchase in English, as it was written when it was paid. */
  paid_for: z.string(),
  /** The same for a page in another language. What is not known any more is null. */
  purpose: z.enum(PURPOSES).nullable(),
  complaint_id: z.number().nullable(),
  complaint_reference: z.string().nullable(),
  plan_name: z.string().nullable(),
  duration_months: z.number().nullable(),
  donated_for: z.string().nullable(),
  amount: z.number(),
  paid_at: z.string(),
  razorpay_payment_id: z.string(),
  is_refunded: z.boolean(),
  status: PaidStatus,
  refunded_at: z.string().nullable(),
  /** The part that went back while the rest was kept, and when it last did; null if nothing or everything went back. */
  returned_part: z.object({ amount: z.number(), at: z.string() }).nullable(),
  /** The words are in the language of the request, with lakh and crore. */
  amount_in_words: z.string(),
  mode: z.enum(['online', ...DeskMode.options]),
  /** The number of a cheque, or the reference of a UPI payment, taken at the desk. */
  desk_reference: z.string().nullable(),
  bank: z.string().nullable(),
  legal_name: z.string(),
  legal_address: z.string(),
  registration_number: z.string(),
  foundation_pan: z.string(),
  /** The section of the tax law under which a donation can be deducted; empty unless it meets every condition of the settings. */
  tax_section: z.string(),
  /** The foundation's approval for it, with its day; null without a section. */
  tax_approval: z.object({ number: z.string(), day: z.string() }).nullable(),
})
export type Receipt = z.output<typeof Receipt>

const ByToken = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{22}$/, problem('notAReceipt')) })

export const receiptCalls = {
  read: call({
    method: 'GET',
    path: '/api/receipts/{token}',
    access: 'anyone',
    summary: 'A receipt, for whoever has its address; after a correction the corrected copy',
    params: ByToken,
    reply: success(Receipt),
  }),
  pdf: call({
    method: 'GET',
    path: '/api/receipts/{token}/receipt.pdf',
    access: 'anyone',
    priority: 'low',
    maxConcurrent: 5,
    summary: 'The same as a PDF, A4, in the language of the request',
    params: ByToken,
    file: 'application/pdf',
    reply: z.string(),
  }),
  readFirst: call({
    method: 'GET',
    path: '/api/receipts/{token}/first',
    access: 'anyone',
    summary: 'A receipt as it was first issued; 404 as long as nothing was corrected',
    params: ByToken,
    reply: success(Receipt),
  }),
  firstPdf: call({
    method: 'GET',
    path: '/api/receipts/{token}/first/receipt.pdf',
    access: 'anyone',
    priority: 'low',
    maxConcurrent: 5,
    summary: 'The same as a PDF',
    params: ByToken,
    file: 'application/pdf',
    reply: z.string(),
  }),
}

const PAID_FOR: Record<Purpose, (receipt: Receipt, text: Translate) => string | null> = {
  complaint: ({ complaint_id: id }, text) => (id === null ? null : text('paidFor.complaint', { id })),
  membership({ plan_name: plan, duration_months: months }, text) {
    return plan === null || months === null ? null : text('paidFor.membershipMonths', { plan, ...pluralValues(months) })
  },
  donation({ donated_for: purpose }, text) {
    return purpose === null ? null : text('paidFor.donation', { purpose: shownWords(shownCause(purpose, text), text) })
  },
}

/** Returns the subject of a receipt in the page's language, or the English that was stored if that is all that is known. */
export function paidForOf(receipt: Receipt, text: Translate): string {
  return (receipt.purpose && PAID_FOR[receipt.purpose](receipt, text)) ?? receipt.paid_for
}
