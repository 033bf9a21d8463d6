import { Button } from '@mantine/core'
import type { Purpose } from '@petsetu/contract/purposes.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import card from '../ui/layout/card.module.css'
import { payFlow, usePayState } from './pay-flow.ts'
import { PayNotice } from './pay-notice.tsx'
import type { MadePayment } from './run-payment.ts'
import classes from './unconfirmed-payments.module.css'

type Props = {
  purpose: Purpose
  payments: MadePayment[]
  busyLabel?: string
  hasNotice?: boolean
}

/** Payments that were made but are not confirmed, with their IDs, so that nobody pays twice. */
export function UnconfirmedPayments({ purpose, payments, busyLabel, hasNotice = true }: Props) {
  const { activity, message, refused } = usePayState(purpose)
  const isBusy = activity !== null
  return payments.map((payment) => (
    <section
      key={payment.reply.razorpay_payment_id}
      className={`${card.card} ${classes.panel}`}
      aria-label="Your payment"
    >
      {payment.refusal && <PayNotice message={payment.refusal} takesFocus={isSame(payment, refused)} />}
      {hasNotice && !payment.refusal && <PayNotice message={message} takesFocus />}
      {!payment.refusal && !message && !isBusy && (
        <Notice kind="info">Your payment was made and is not confirmed yet. Nothing has to be paid again.</Notice>
      )}
      <p>
        Payment ID <strong className={classes.id}>{payment.reply.razorpay_payment_id}</strong>
      </p>
      {payment.refusal && (
        <p>
          If money has left your account, it may be on its way back to you. Please contact support with this payment ID
          before you pay again.
        </p>
      )}
      <Button
        className={classes.check ?? ''}
        loading={isBusy && !busyLabel}
        disabled={isBusy}
        onClick={() => payFlow(purpose).confirm(payment)}
      >
        {isBusy && busyLabel ? busyLabel : 'Check again'}
      </Button>
    </section>
  ))
}

function isSame(payment: MadePayment, other: MadePayment | null): boolean {
  return payment.reply.razorpay_payment_id === other?.reply.razorpay_payment_id
}
