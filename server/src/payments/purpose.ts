import type { Db } from '../db/pool.ts'

/** What money can be for. The payment core knows no more of it than this word and a number. */
export type Purpose = 'complaint'

/** What happened to the money of a subject. Told within the transaction that records it. */
export type PaymentEvent =
  | { kind: 'opened' }
  | { kind: 'failed' }
  | { kind: 'paid'; amountPaise: number; providerPaymentId: string; paidAt: Date }
  | { kind: 'refunded' }

export type OnPayment = Record<Purpose, (transaction: Db, subjectId: number, event: PaymentEvent) => Promise<void>>
