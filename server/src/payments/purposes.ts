import type { Db } from '../db/pool.ts'

/** What can be paid for. The payment code knows only this word and the subject's id. */
export type Purpose = 'complaint' | 'membership'

/** What happened to the payment of a subject. Delivered in the transaction that records it. */
export type PaymentEvent =
  | { kind: 'opened' }
  | { kind: 'failed' }
  | { kind: 'paid'; paymentId: number; amountPaise: number; providerPaymentId: string; paidAt: Date }
  | { kind: 'refunded' }

/** How a kind of subject reacts to payments. */
export type Payable = {
  /** False if a payment would come too late; such a payment is kept as surplus. */
  isPayable: (transaction: Db, subjectId: number) => Promise<boolean>
  onPayment: (transaction: Db, subjectId: number, event: PaymentEvent) => Promise<void>
}

export type Payables = Record<Purpose, Payable>
