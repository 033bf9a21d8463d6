import { Button } from '@mantine/core'
import { type FormEvent, useEffect } from 'react'
import { PayActivity } from '../../checkout/pay-activity.tsx'
import { payFlow, usePayState } from '../../checkout/pay-flow.ts'
import { PayNotice } from '../../checkout/pay-notice.tsx'
import { PayTerms } from '../../checkout/pay-terms.tsx'
import type { Subject } from '../../checkout/run-payment.ts'
import { UnconfirmedPayments } from '../../checkout/unconfirmed-payments.tsx'
import { useText } from '../../languages/use-text.tsx'
import { paiseOf } from '../../lib/amounts.ts'
import card from '../../ui/layout/card.module.css'
import type { Form } from './bind-field.ts'
import { FeeField } from './complaint-fields.tsx'
import { ComplaintId } from './complaint-id.tsx'
import classes from './filing.module.css'
import { feeOf, payLabel } from './pay-label.ts'

type Props = { form: Form; complaint: Subject; payee: string }

export function SavedPanel({ form, complaint, payee, onStartOver }: Props & { onStartOver: () => void }) {
  const text = useText()
  const { activity, message, unconfirmed } = usePayState('complaint')
  const made = unconfirmed.filter(({ subject }) => subject.id === complaint.id)
  // It appears above a long form whose button is at the end.
  useEffect(() => {
    scrollTo({ top: 0 })
  }, [])

  return (
    <section className={`${card.card} ${classes.panel}`} aria-labelledby="saved-heading">
      <h2 id="saved-heading" className={classes.heading}>
        {text('complaintForm.saved')}
      </h2>
      <ComplaintId id={complaint.id} reference={complaint.reference} />
      <PayNotice message={message} takesFocus />
      <UnconfirmedPayments purpose="complaint" payments={made} hasNotice={false} />
      {made.every(({ refusal }) => refusal) && (
        <PayFee form={form} complaint={complaint} payee={payee} isSecondTime={made.length > 0} />
      )}
      <PayActivity purpose="complaint" />
      {!activity && (
        <Button className={classes.another ?? ''} variant="subtle" px={10} onClick={onStartOver}>
          {text('complaintForm.fileAnotherInstead')}
        </Button>
      )}
    </section>
  )
}

function PayFee({ form, complaint, payee, isSecondTime }: Props & { isSecondTime: boolean }) {
  const text = useText()
  const { activity } = usePayState('complaint')
  const { amount } = form.values

  function pay(event: FormEvent) {
    event.preventDefault()
    if (form.validateField('amount').hasError) return
    void payFlow('complaint').pay({ ...complaint, amountPaise: paiseOf(amount) })
  }

  return (
    <form className={classes.pay} noValidate onSubmit={pay}>
      <p className={classes.sentence}>
        {text(isSecondTime ? 'complaintForm.payAgainLater' : 'complaintForm.notPaidYet')}
      </p>
      <FeeField form={form} />
      <PayTerms payee={payee} item={text('paidFor.complaint', { id: complaint.id })} amount={feeOf(amount)}>
        <Button
          className={classes.submit ?? ''}
          type="submit"
          variant={isSecondTime ? 'default' : 'filled'}
          loading={activity !== null}
        >
          {payLabel(amount, text)}
        </Button>
      </PayTerms>
    </form>
  )
}
