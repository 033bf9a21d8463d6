import { type FormEvent, useEffect } from 'react'
import { PayActivity } from '../../payments/checkout/pay-activity.tsx'
import { payFlow, usePayState } from '../../payments/checkout/pay-flow.ts'
import { PayNotice } from '../../payments/checkout/pay-notice.tsx'
import { PayTerms } from '../../payments/checkout/pay-terms.tsx'
import type { Subject } from '../../payments/checkout/run-payment.ts'
import { UnconfirmedPayments } from '../../payments/checkout/unconfirmed-payments.tsx'
import { useText } from '../../platform/languages/use-text.tsx'
import { paiseOf } from '../../platform/lib/amounts.ts'
import { FormButton } from '../../platform/public-form/form-card.tsx'
import type { PublicForm } from '../../platform/public-form/use-public-form.ts'
import { TextButton } from '../../platform/ui/form/text-button.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { type ComplaintValues, feeOf, payLabel } from './complaint-values.ts'
import type { Form } from './fields/bind-field.ts'
import { FeeField } from './fields/complaint-fields.tsx'
import { ComplaintId } from './filed-panel.tsx'
import classes from './filing.module.css'

type Props = {
  form: Form & Pick<PublicForm<ComplaintValues>, 'isFieldFit'>
  /** Null while the page does not know yet which one is paid: its fee can be typed meanwhile. */
  complaint: Subject | null
  payee: string
}

export function SavedPanel({ form, complaint, payee, onStartOver }: Props & { onStartOver: () => void }) {
  const text = useText()
  const { activity, message, unconfirmed } = usePayState('complaint')
  const made = unconfirmed.filter(({ subject }) => subject.id === complaint?.id)
  const isKnown = complaint !== null
  // It appears above a long form whose button is at the end.
  useEffect(() => {
    if (isKnown) scrollTo({ top: 0 })
  }, [isKnown])

  return (
    <section className={`${card.card} ${classes.panel}`} aria-labelledby={isKnown ? 'saved-heading' : undefined}>
      {complaint && (
        <>
          <h2 id="saved-heading" className={classes.heading}>
            {text('complaintForm.saved')}
          </h2>
          <ComplaintId id={complaint.id} reference={complaint.reference} />
        </>
      )}
      <PayNotice message={message} takesFocus />
      <UnconfirmedPayments purpose="complaint" payments={made} hasNotice={false} />
      {made.every(({ refusal }) => refusal) && (
        <PayFee form={form} complaint={complaint} payee={payee} isSecondTime={made.length > 0} />
      )}
      <PayActivity purpose="complaint" />
      {complaint && !activity && (
        <TextButton onClick={onStartOver}>{text('complaintForm.fileAnotherInstead')}</TextButton>
      )}
    </section>
  )
}

function PayFee({ form, complaint, payee, isSecondTime }: Props & { isSecondTime: boolean }) {
  const text = useText()
  const { activity } = usePayState('complaint')
  const { amount } = form.values

  async function pay(event: FormEvent) {
    event.preventDefault()
    if (!complaint || !(await form.isFieldFit('amount'))) return
    void payFlow('complaint').pay({ ...complaint, amountPaise: paiseOf(amount) })
  }

  return (
    <form className={classes.pay} method="post" noValidate onSubmit={pay}>
      <p className={classes.sentence}>
        {text(isSecondTime ? 'complaintForm.payAgainLater' : 'complaintForm.notPaidYet')}
      </p>
      <FeeField form={form} />
      <PayTerms
        payee={payee}
        item={complaint && text('paidFor.complaint', { id: complaint.id })}
        amount={feeOf(amount)}
      >
        <FormButton isSide={isSecondTime} disabled={!complaint} isBusy={activity !== null}>
          {payLabel(amount, text)}
        </FormButton>
      </PayTerms>
    </form>
  )
}
