import { paths } from '@petsetu/contract/paths.ts'
import { type FormEvent, useEffect } from 'react'
import { LeaveLater } from '../../payments/checkout/leave-later.tsx'
import { payFlow, usePayState } from '../../payments/checkout/pay-flow.ts'
import { PayActivity, PayNotice, UnconfirmedPayments } from '../../payments/checkout/pay-notices.tsx'
import type { PayPlace, PayState } from '../../payments/checkout/pay-state.ts'
import { PayTerms } from '../../payments/checkout/pay-terms.tsx'
import type { Subject } from '../../payments/checkout/run-payment.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { paiseOf } from '../../platform/lib/amounts.ts'
import { paidFor } from '../../platform/lib/storage/last-receipt.ts'
import { VISITOR } from '../../platform/lib/storage/storage.ts'
import { FormButton } from '../../platform/public-form/form-card.tsx'
import type { PublicForm } from '../../platform/public-form/use-public-form.ts'
import { TextButton } from '../../platform/ui/form/text-button.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { PaidPanel } from '../../shared/payments/paid-panel.tsx'
import { type ComplaintValues, type Form, feeOf, payLabel } from './complaint-values.ts'
import { FeeField } from './fields/complaint-fields.tsx'
import classes from './filing.module.css'

const SHOWN_MS = 3_000

type FiledProps = NonNullable<PayState['done']> & { daysMax: number; onFileAnother: () => void }

/** Shows the success, and leads to the home page after three seconds. */
export function FiledPanel({ subject, owner, message, receiptPath, isSettled, daysMax, onFileAnother }: FiledProps) {
  const text = useText()
  return (
    <section className={`${card.card} ${classes.panel}`} aria-label={text('complaintForm.filed')}>
      <PaidPanel
        path={receiptPath}
        // Paid before, or merged or refunded meanwhile: the message says which, and nothing was paid here.
        paidFor={isSettled ? { ...subject, purpose: 'complaint' } : paidFor('complaint', subject)}
        daysMax={daysMax}
        isVisitor={owner === VISITOR}
        message={message}
      />
      <ComplaintId id={subject.id} />
      <FormButton type="button" isSide onClick={onFileAnother}>
        {text('complaintForm.fileAnother')}
      </FormButton>
      <p className={classes.sentence}>
        <LeaveLater to={paths.home.to({})} afterMs={SHOWN_MS}>
          {text('complaintForm.homeSoon')}
        </LeaveLater>
      </p>
    </section>
  )
}

/** The reference of a complaint, which the page to track one asks for, and its number. */
function ComplaintId({ id, reference }: { id: number; reference?: string | undefined }) {
  return (
    <p className={classes.id}>
      {reference && (
        <>
          <RichText
            id="complaintForm.reference"
            fill={{
              reference,
              strong: (content) => <strong className={classes.reference}>{content}</strong>,
            }}
          />
          <br />
        </>
      )}
      <RichText id="complaintForm.id" fill={{ id, strong: (content) => <strong>{content}</strong> }} />
    </p>
  )
}

type SavedProps = {
  place: PayPlace
  form: Form & Pick<PublicForm<ComplaintValues>, 'isFieldFit'>
  /** Null while the page does not know yet which one is paid: its fee can be typed meanwhile. */
  complaint: Subject | null
  payee: string
}

export function SavedPanel({ place, form, complaint, payee, onStartOver }: SavedProps & { onStartOver: () => void }) {
  const text = useText()
  const { activity, message, unconfirmed } = usePayState(place)
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
      <UnconfirmedPayments place={place} payments={made} hasNotice={false} />
      {made.every(({ refusal }) => refusal) && (
        <PayFee place={place} form={form} complaint={complaint} payee={payee} isSecondTime={made.length > 0} />
      )}
      <PayActivity place={place} />
      {complaint && !activity && (
        <TextButton onClick={onStartOver}>{text('complaintForm.fileAnotherInstead')}</TextButton>
      )}
    </section>
  )
}

function PayFee({ place, form, complaint, payee, isSecondTime }: SavedProps & { isSecondTime: boolean }) {
  const text = useText()
  const { activity } = usePayState(place)
  const { amount } = form.values

  async function pay(event: FormEvent) {
    event.preventDefault()
    if (!complaint || !(await form.isFieldFit('amount'))) return
    void payFlow(place).pay({ ...complaint, amountPaise: paiseOf(amount) })
  }

  return (
    <form className={classes.pay} method="post" noValidate onSubmit={pay}>
      {isSecondTime && <p className={classes.sentence}>{text('complaintForm.payAgainLater')}</p>}
      <FeeField form={form} />
      {/* The field above says what is paid, and the button how much. */}
      <PayTerms payee={payee} item={null} amount={feeOf(amount)}>
        <FormButton isSide={isSecondTime} disabled={!complaint} isBusy={activity !== null}>
          {payLabel(amount, text)}
        </FormButton>
      </PayTerms>
    </form>
  )
}
