import { paths } from '@petsetu/contract/paths.ts'
import { RichText, useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { FormButton, SideLink } from '../../platform/public-form/form-card.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { payFlow, purposeOf, usePayState } from './pay-flow.ts'
import { messageOfRefusal } from './pay-messages.ts'
import classes from './pay-notices.module.css'
import type { PayMessage, PayPlace } from './pay-state.ts'
import { PURPOSE_RULES } from './purposes.ts'
import type { MadePayment } from './run-payment.ts'

/** The state of a payment. It takes the focus unless a field does. */
export function PayNotice({ message, takesFocus = false }: { message: PayMessage | null; takesFocus?: boolean }) {
  const text = useText()
  if (!message) return null
  return (
    <Notice key={message.text} kind={message.kind} takesFocus={takesFocus && !message.namesFields}>
      <p>{message.text}</p>
      {message.more && <p>{message.more}</p>}
      {message.receiptPath && <SideLink href={message.receiptPath}>{text('paid.receipt')}</SideLink>}
      {message.asksToLogIn && <LogIn />}
    </Notice>
  )
}

/** The login leads back to this page, where the draft of the account is restored. */
function LogIn() {
  // It is only ever shown after something was sent, so never by the server.
  const next = location.pathname + location.search
  return (
    <p>
      <RichText
        id="checkout.logInAgain"
        fill={{ link: (content) => <a href={paths.login.to({}, { next })}>{content}</a> }}
      />
    </p>
  )
}

/** The step in progress, with a button to cancel it while nothing is paid. */
export function PayActivity({ place }: { place: PayPlace }) {
  const text = useText()
  const { activity } = usePayState(place)
  const said = activity && activity !== 'checkout' && PURPOSE_RULES[purposeOf(place)].activity?.[activity]
  return (
    <>
      <p role="status" style={{ margin: 0 }} hidden={!said}>
        {said && text(said)}
      </p>
      {(activity === 'create' || activity === 'order') && (
        <FormButton type="button" isSide style={{ justifySelf: 'start' }} onClick={() => payFlow(place).cancel()}>
          {text('checkout.cancel')}
        </FormButton>
      )}
    </>
  )
}

type Props = {
  place: PayPlace
  payments: MadePayment[]
  busyLabel?: string
  hasNotice?: boolean
}

/** Payments that were made but are not confirmed, with their IDs, so that nobody pays twice. */
export function UnconfirmedPayments({ place, payments, busyLabel, hasNotice = true }: Props) {
  const text = useText()
  const language = useLanguage()
  const { activity, message, refused } = usePayState(place)
  const isBusy = activity !== null
  return payments.map((payment) => (
    <section
      key={payment.reply.razorpay_payment_id}
      className={`${card.card} ${classes.panel}`}
      aria-label={text('checkout.yourPayment')}
    >
      {payment.refusal && (
        <PayNotice
          message={messageOfRefusal(purposeOf(place), payment.refusal, { text, language })}
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
      <FormButton type="button" isBusy={isBusy} onClick={() => payFlow(place).confirm(payment)}>
        {isBusy && busyLabel ? busyLabel : text('checkout.checkAgain')}
      </FormButton>
    </section>
  ))
}

function isSame(payment: MadePayment, other: MadePayment | null): boolean {
  return payment.reply.razorpay_payment_id === other?.reply.razorpay_payment_id
}
