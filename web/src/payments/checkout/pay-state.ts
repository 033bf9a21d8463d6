import type { MadePayment, Subject } from './run-payment.ts'

export type Activity = 'create' | 'order' | 'checkout' | 'verify'

export type PayState = {
  /** The step in progress, or null. */
  activity: Activity | null
  /** Created, but not known to be paid. */
  saved: Subject | null
  /** Payments that were made and are not confirmed yet, or were rejected. */
  unconfirmed: MadePayment[]
  /** With `isSettled`, it had been paid before. */
  done: { subject: Subject; owner: string; message: string; receiptPath: string | null; isSettled: boolean } | null
  message: PayMessage | null
  /** The payment that was rejected just now. */
  refused: MadePayment | null
  /** The person knows what was paid with the same details, and wants another one. */
  isAnother: boolean
}

export const IDLE: PayState = {
  activity: null,
  saved: null,
  unconfirmed: [],
  done: null,
  message: null,
  refused: null,
  isAnother: false,
}

export function without(payments: MadePayment[], { reply }: MadePayment): MadePayment[] {
  return payments.filter((payment) => payment.reply.razorpay_payment_id !== reply.razorpay_payment_id)
}

/**
 * A message about the state of a payment. `more` is a second sentence; with `namesFields`, fields show messages of their own; with
 * `asksToLogIn`, a link to the login follows.
 */
export type PayMessage = {
  kind: 'done' | 'failed' | 'info'
  text: string
  more?: string
  namesFields?: true
  asksToLogIn?: true
}
