import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { RichText, useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { FormButton } from '../../platform/public-form/form-card.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { payFlow, usePayState } from './pay-flow.ts'
import { messageOfRefusal } from './pay-messages.ts'
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
  const text = useText()
  const language = useLanguage()
  const { activity, message, refused } = usePayState(purpose)
  const isBusy = activity !== null
  return payments.map((payment) => (
    <section
      key={payment.reply.razorpay_payment_id}
      className={`${card.card} ${classes.panel}`}
      aria-label={text('checkout.yourPayment')}
    >
      {payment.refusal && (
        <PayNotice
          message={messageOfRefusal(purpose, payment.refusal, { text, language })}
          takesFocus={isSame(payment, refused)}
        />
      )}
      {hasNotice && !payment.refusal && <PayNotice message={message} takesFocus />}
      {!payment.refusal && !message && !isBusy && <Notice kind="info">{text('checkout.notConfirmedYet')}</Notice>}
      <p>
        <RichText
          id="checkout.paymentId"
          fill={{
            id: payment.reply.razorpay_payment_id,
            strong: (id) => <strong className={classes.id}>{id}</strong>,
          }}
        />
      </p>
      {payment.refusal && <p>{text('checkout.contactBeforePaying')}</p>}
      <FormButton type="button" isBusy={isBusy} onClick={() => payFlow(purpose).confirm(payment)}>
        {isBusy && busyLabel ? busyLabel : text('checkout.checkAgain')}
      </FormButton>
    </section>
  ))
}

function isSame(payment: MadePayment, other: MadePayment | null): boolean {
  return payment.reply.razorpay_payment_id === other?.reply.razorpay_payment_id
}
