import { Button } from '@mantine/core'
import { complaintCalls } from '@petsetu/contract/complaints.ts'
import { hasDuty } from '@petsetu/contract/duties.ts'
import { type AdminPayment, type PaymentDisposition, paymentCalls } from '@petsetu/contract/payments.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useUser } from '../../auth/session.ts'
import { formatLongInstant } from '../../languages/page-text.ts'
import { RichText, useText } from '../../languages/use-text.tsx'
import { PaymentStatus } from '../../shared/payment-status.tsx'
import { useRefund } from '../../shared/use-refund.ts'
import { VoidAtDesk } from '../../shared/void-at-desk.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { screenReaderOnly } from '../../ui/layout/screen-reader-only.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import classes from './complaint-detail.module.css'

const USE: Record<PaymentDisposition, PlainId> = {
  none: 'complaintDetail.forNothing',
  applied: 'complaintDetail.forFee',
  surplus: 'complaintDetail.surplus',
  quarantined: 'complaintDetail.quarantined',
}

export function TriedPayments({ payments }: { payments: AdminPayment[] }) {
  const text = useText()
  const refund = useRefund([complaintCalls.read, complaintCalls.listAll])
  const user = useUser()
  const actions: Column<AdminPayment> = {
    head: text('columns.actions'),
    cell: (payment) => (
      <RefundAction payment={payment} isBusy={refund.isSaving(payment.id)} onRefund={() => refund.start(payment)} />
    ),
  }
  const mayRefund = user && hasDuty(user, paymentCalls.refund.duty)
  const columns = [...columnsOf(text), ...(mayRefund ? [actions] : [])]
  return (
    <>
      <h3 className={classes.subheading}>{text('complaintDetail.allPayments')}</h3>
      {needs(payments, 'surplus') && <Notice kind="failed">{text('complaintDetail.paidTwice')}</Notice>}
      {needs(payments, 'quarantined') && <Notice kind="failed">{text('complaintDetail.unmatched')}</Notice>}
      {payments.some((payment) => payment.is_refund_failed && payment.settled_note === null) && (
        <Notice kind="failed">{text('complaintDetail.refundFailed')}</Notice>
      )}
      <DataTable
        caption={text('complaintDetail.paymentsCaption')}
        columns={columns}
        rows={payments}
        keyOf={(payment) => payment.id}
      />
    </>
  )
}

function columnsOf(text: Translate): Column<AdminPayment>[] {
  return [
    { head: text('complaints.payment'), isTight: true, cell: (payment) => payment.razorpay_payment_id },
    {
      head: text('columns.date'),
      align: 'right',
      isTight: true,
      cell: (payment) => formatLongInstant(payment.created_at),
    },
    { head: text('columns.amount'), align: 'right', isTight: true, cell: (payment) => formatRupees(payment.amount) },
    { head: text('columns.status'), cell: (payment) => <PaymentStatus status={payment.status} /> },
    { head: text('complaintDetail.paidFor'), cell: (payment) => text(USE[payment.disposition]) },
  ]
}

/** True if a payment of this disposition can still be refunded. */
function needs(payments: AdminPayment[], disposition: PaymentDisposition): boolean {
  return payments.some((payment) => payment.disposition === disposition && canRefund(payment))
}

function canRefund({ status, is_refund_pending, is_refund_failed, settled_note }: AdminPayment): boolean {
  return (status === 'captured' || is_refund_failed) && !is_refund_pending && settled_note === null
}

type RefundProps = { payment: AdminPayment; isBusy: boolean; onRefund: () => void }

function RefundAction({ payment, isBusy, onRefund }: RefundProps) {
  const text = useText()
  if (payment.settled_note !== null) return text('refundAction.settled', { note: payment.settled_note })
  if (payment.is_refund_pending) return text('refundAction.underWay')
  if (!canRefund(payment)) return null
  if (payment.desk) return <VoidAtDesk />
  return (
    <Button
      variant="subtle"
      color="heart"
      px={10}
      ml={-10}
      loading={isBusy}
      leftSection={<IconArrowBackUp size={18} aria-hidden />}
      onClick={onRefund}
    >
      <RichText id="refundAction.refund" fill={{ payment: () => screenReaderOnly(payment.razorpay_payment_id) }} />
    </Button>
  )
}
