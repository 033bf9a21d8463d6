import { Button } from '@mantine/core'
import { formatRupees } from '@petsetu/contract/money.ts'
import { type FormEvent, useEffect } from 'react'
import card from '../ui/card.module.css'
import { Notice } from '../ui/notice.tsx'
import { FeeField, type Form } from './complaint-fields.tsx'
import { ComplaintId } from './complaint-id.tsx'
import { feeErrorOf, rupeesOf } from './complaint-values.ts'
import classes from './filing.module.css'
import { FilingNotice } from './filing-notice.tsx'
import type { SavedComplaint } from './saved-complaint.ts'
import type { useFiling } from './use-filing.ts'

type FilingState = ReturnType<typeof useFiling>
type Props = { form: Form; amount: string; complaint: SavedComplaint; filing: FilingState }

/** A complaint that the server has: its ID, and what is left to do about its fee. */
export function SavedPanel({ onStartOver, ...payment }: Props & { onStartOver: () => void }) {
  const { complaint, filing } = payment
  // It comes in the place of a long form, whose button was at the end.
  useEffect(() => {
    scrollTo({ top: 0 })
  }, [])

  return (
    <section className={`${card.card} ${classes.panel}`} aria-labelledby="saved-heading">
      <h2 id="saved-heading" className={classes.heading}>
        Your complaint is saved
      </h2>
      <ComplaintId id={complaint.id} />
      <FilingNotice message={filing.message} takesFocus />
      {complaint.reply ? (
        <ConfirmFee complaint={complaint} reply={complaint.reply} filing={filing} />
      ) : (
        <PayFee {...payment} />
      )}
      <p className={classes.activity} role="status">
        {filing.activity}
      </p>
      {!filing.isBusy && (
        <Button className={classes.another ?? ''} variant="subtle" px={10} onClick={onStartOver}>
          File another complaint instead
        </Button>
      )}
    </section>
  )
}

function PayFee({ form, amount, complaint, filing }: Props) {
  function pay(event: FormEvent) {
    event.preventDefault()
    if (!form.validateField('amount').hasError) void filing.pay({ ...complaint, amount: rupeesOf(amount) })
  }

  return (
    <form className={classes.pay} noValidate onSubmit={pay}>
      <p className={classes.sentence}>
        The filing fee is not paid yet. Pay it to finish filing: nothing has to be typed again, and you can change the
        amount.
      </p>
      <FeeField form={form} />
      <Button className={classes.submit ?? ''} type="submit" loading={filing.isBusy}>
        {payLabel(amount)}
      </Button>
    </form>
  )
}

type ConfirmProps = { complaint: SavedComplaint; reply: NonNullable<SavedComplaint['reply']>; filing: FilingState }

function ConfirmFee({ complaint, reply, filing }: ConfirmProps) {
  return (
    <>
      {!filing.message && !filing.isBusy && (
        <Notice kind="info">Your payment was made and is not confirmed yet. Nothing has to be paid again.</Notice>
      )}
      <p className={classes.sentence}>
        Payment ID <strong className={classes.paymentId}>{reply.razorpay_payment_id}</strong>
      </p>
      <Button className={classes.submit ?? ''} loading={filing.isBusy} onClick={() => filing.confirm(complaint, reply)}>
        Check again
      </Button>
    </>
  )
}

/** 'Pay ₹100', or without an amount while what is typed is none. */
export function payLabel(amount: string): string {
  return feeErrorOf(amount) === null ? `Pay ${formatRupees(rupeesOf(amount))}` : 'Pay'
}
