import type { PlainId } from '@petsetu/languages/translator.ts'
import type { Receipt } from './receipts.ts'

type Labels = Record<'title' | 'number' | 'person' | 'date' | 'amount', PlainId>

/** The labels of a receipt: one set for a payment, and one for a refund. */
export const RECEIPT_LABELS: Record<Receipt['kind'], Labels> = {
  payment: {
    title: 'titles.receipt',
    number: 'receipts.number',
    person: 'receipts.paidBy',
    date: 'receipts.date',
    amount: 'receipts.amountPaid',
  },
  refund: {
    title: 'receipts.refundReceipt',
    number: 'receipts.refundNumber',
    person: 'receipts.returnedTo',
    date: 'receipts.refundedOn',
    amount: 'receipts.amountReturned',
  },
}

/** The labels of the day of a correction. */
export const COPY_LABELS: Record<Receipt['copy'], PlainId> = {
  only: 'receipts.corrected',
  corrected: 'receipts.corrected',
  first: 'receipts.correctedLater',
}

/** The instant that a receipt is about. */
export const dateOf = ({ kind, paid_at, refunded_at }: Receipt) => (kind === 'refund' && refunded_at) || paid_at
