import type { PaymentDisposition, PaymentStatus } from '@petsetu/contract/payments/payments.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { NewMail } from '../../platform/mail/mail-content.ts'
import type { EnqueueMail } from '../../platform/mail/outbox.ts'
import type { Order } from '../orders/order-queries.ts'
import type { ProviderPayment } from '../provider/gateway.ts'
import type { Payable, Payables } from '../purpose-rules.ts'
import type { IssuedReceipt } from '../receipts/receipt-numbers.ts'
import type { ReceiptText } from '../receipts/receipt-queries.ts'
import { refundMail } from '../refunds/refund-mail.ts'

export type PaymentState = { status: PaymentStatus; disposition: PaymentDisposition }

type Change = 'paid' | 'failed' | 'refunded'

/** Returns the change that the new state of a payment means for its subject; null if nothing. */
export function changeOf(known: PaymentState | null, next: PaymentState): Change | null {
  const wasApplied = known?.disposition === 'applied'
  if (next.disposition === 'applied' && !wasApplied) return 'paid'
  if (wasApplied && next.status === 'refunded' && known?.status !== 'refunded') return 'refunded'
  return next.status === 'failed' ? 'failed' : null
}

/** Passes the change to the subject. Returns what the receipt says, if one has to be written. */
export async function notifySubject(
  transaction: Db,
  payable: Payable,
  subjectId: number,
  change: Change | null,
  { id, amountPaise, createdAt }: ProviderPayment,
  enqueueMail: EnqueueMail,
): Promise<ReceiptText | null> {
  if (change === 'paid') {
    return payable.onPaid(transaction, subjectId, { amountPaise, providerPaymentId: id, paidAt: createdAt })
  }
  if (change === 'refunded') await payable.onRefunded(transaction, subjectId, enqueueMail)
  if (change === 'failed') await payable.onFailed(transaction, subjectId)
  return null
}

type Recorded = {
  order: Order
  paymentId: number
  payment: ProviderPayment
  /** The receipt that was just written, if one was. */
  issued: IssuedReceipt | null
  /** The same of its refund. */
  returned: IssuedReceipt | null
  known: PaymentState | null
  next: PaymentState
  isAtDesk: boolean
  isForbidden: boolean
}

/** The mail about a payment that has just paid for its subject, is held because it came from abroad, or was returned; null about anything else. */
export async function mailAbout(
  transaction: Db,
  payables: Payables,
  {
    order: { purpose, subjectId },
    paymentId,
    payment: { amountPaise },
    issued,
    returned,
    known,
    next,
    isAtDesk,
    isForbidden,
  }: Recorded,
): Promise<NewMail | null> {
  if (issued) return payables[purpose].paidMail(transaction, subjectId, { amountPaise, receipt: issued })
  const isReturned = next.status === 'refunded' && known?.status !== 'refunded'
  const wasHeld = known?.status === 'captured' && known.disposition === 'quarantined'
  const isHeld = isForbidden && next.status === 'captured' && !wasHeld
  if (!isReturned && !isHeld) return null
  const refund = { paymentId, amountPaise, isAtDesk, isForbidden, isHeld, receipt: returned }
  const payer = await payables[purpose].findPayer(transaction, subjectId)
  return payer && refundMail(payer, refund)
}
