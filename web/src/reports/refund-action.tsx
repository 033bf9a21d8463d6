import { Button } from '@mantine/core'
import type { Transaction } from '@petsetu/contract/reports.ts'
import { RichText, useText } from '../languages/use-text.tsx'
import type { Refundable } from '../shared/use-refund.ts'
import { VoidAtDesk } from '../shared/void-at-desk.tsx'
import { screenReaderOnly } from '../ui/layout/screen-reader-only.tsx'
import classes from './report-cells.module.css'

type Props = {
  transaction: Transaction
  isSaving: (payment: number) => boolean
  onRefund: (payment: Refundable) => void
  onSettle: (transaction: Transaction) => void
}

/**
 * The actions of a transaction: a captured payment can be refunded; one that is unmatched, or whose refund failed, can also be marked as
 * settled otherwise.
 */
export function RefundAction({ transaction, isSaving, onRefund, onSettle }: Props) {
  const text = useText()
  const { payment, amount, razorpay_payment_id, status, disposition, settled_note, desk } = transaction
  if (settled_note !== null)
    return <span className={classes.text}>{text('refundAction.settled', { note: settled_note })}</span>
  if (transaction.is_refund_pending) return text('refundAction.underWay')
  const hasMoney = status === 'captured' || transaction.is_refund_failed
  if (payment === null || !razorpay_payment_id || !hasMoney) return null
  if (desk) return <VoidAtDesk />
  const isUnmatched = disposition === 'surplus' || disposition === 'quarantined' || transaction.is_refund_failed
  const ofPayment = { payment: () => screenReaderOnly(razorpay_payment_id) }
  return (
    <span className={classes.actions}>
      <Button
        variant="subtle"
        color="heart"
        px={8}
        ml={-8}
        loading={isSaving(payment)}
        onClick={() => onRefund({ id: payment, amount, razorpay_payment_id })}
      >
        <RichText id="refundAction.refund" fill={ofPayment} />
      </Button>
      {isUnmatched && (
        <Button variant="subtle" color="heart" px={8} ml={-8} onClick={() => onSettle(transaction)}>
          <RichText id="settling.open" fill={ofPayment} />
        </Button>
      )}
    </span>
  )
}
