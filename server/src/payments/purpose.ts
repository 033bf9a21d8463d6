import type { Db } from '../db/pool.ts'

/** What money can be for. The payment core knows no more of it than this word and a number. */
export type Purpose = 'complaint' | 'membership'

/** What happened to the money of a subject. Told within the transaction that records it. */
export type PaymentEvent =
  | { kind: 'opened' }
  | { kind: 'failed' }
  | { kind: 'paid'; paymentId: number; amountPaise: number; providerPaymentId: string; paidAt: Date }
  | { kind: 'refunded' }

/** What a kind of subject does with money. */
export type Payable = {
  /** False where money for it would come too late; such money is kept as surplus. */
  isPayable: (transaction: Db, subjectId: number) => Promise<boolean>
  onPayment: (transaction: Db, subjectId: number, event: PaymentEvent) => Promise<void>
}

export type Payables = Record<Purpose, Payable>
