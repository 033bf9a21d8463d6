import { Button } from '@mantine/core'
import card from '../ui/card.module.css'
import { Notice } from '../ui/notice.tsx'
import type { MadePayment } from './register-membership.ts'
import classes from './registering.module.css'
import type { RegistrationMessage } from './registration-message.ts'
import { RegistrationNotice } from './registration-notice.tsx'

type Props = {
  payment: MadePayment
  message: RegistrationMessage | null
  isBusy: boolean
  onConfirm: () => void
}

/** A payment that was made: it stands in the place of the form, so that nobody pays twice. */
export function MadePaymentPanel({ payment, message, isBusy, onConfirm }: Props) {
  return (
    <section className={`${card.card} ${classes.panel}`} aria-label="Your payment">
      <RegistrationNotice message={message} />
      {!message && !isBusy && (
        <Notice kind="info">Your payment was made and is not confirmed yet. Nothing has to be paid again.</Notice>
      )}
      <p className={classes.sentence}>
        Payment ID <strong className={classes.paymentId}>{payment.reply.razorpay_payment_id}</strong>
      </p>
      <Button className={classes.submit ?? ''} disabled={isBusy} onClick={onConfirm}>
        {isBusy ? 'Processing Payment...' : 'Check again'}
      </Button>
    </section>
  )
}
