import { Button } from '@mantine/core'
import { complaintCalls } from '@petsetu/contract/complaints.ts'
import type { AdminPayment, PaymentDisposition } from '@petsetu/contract/payments.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { formatLongInstant } from '../../languages/page-text.ts'
import { PaymentStatus } from '../../shared/payment-status.tsx'
import { useRefund } from '../../shared/use-refund.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import classes from './complaint-detail.module.css'

const USE: Record<PaymentDisposition, string> = {
  none: 'Nothing',
  applied: 'The filing fee',
  surplus: 'Surplus: the fee was already paid',
  quarantined: 'Does not match its order',
}

export function TriedPayments({ payments }: { payments: AdminPayment[] }) {
  const refund = useRefund([complaintCalls.read, complaintCalls.listAll])
  const columns: Column<AdminPayment>[] = [
    { head: 'Payment', isTight: true, cell: (payment) => payment.razorpay_payment_id },
    { head: 'Date', align: 'right', isTight: true, cell: (payment) => formatLongInstant(payment.created_at) },
    { head: 'Amount', align: 'right', isTight: true, cell: (payment) => formatRupees(payment.amount) },
    { head: 'Status', cell: (payment) => <PaymentStatus status={payment.status} /> },
    { head: 'Paid for', cell: (payment) => USE[payment.disposition] },
    {
      head: 'Actions',
      cell: (payment) => (
        <RefundAction payment={payment} isBusy={refund.isSaving(payment.id)} onRefund={() => refund.start(payment)} />
      ),
    },
  ]
  return (
    <>
      <h3 className={classes.subheading}>Every payment that was tried</h3>
      {needs(payments, 'surplus') && (
        <Notice kind="failed">
          Somebody paid a second time for this complaint. Nothing more was owed: send the surplus payment back with
          Refund. The complaint stays paid.
        </Notice>
      )}
      {needs(payments, 'quarantined') && (
        <Notice kind="failed">
          A payment does not match the order it names, in amount or otherwise, so it paid for nothing. Look into it with
          the payment provider, then send it back with Refund.
        </Notice>
      )}
      {payments.some((payment) => payment.is_refund_failed && payment.settled_note === null) && (
        <Notice kind="failed">
          A refund failed at the bank after it had been shown as done: the money is still here. Look into it with the
          payment provider, then send it back with Refund.
        </Notice>
      )}
      <DataTable caption="Payments, newest first" columns={columns} rows={payments} keyOf={(payment) => payment.id} />
    </>
  )
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
  if (payment.settled_note !== null) return `Settled otherwise: ${payment.settled_note}`
  if (payment.is_refund_pending) return 'Refund under way'
  if (!canRefund(payment)) return null
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
      Refund<span className="visually-hidden">&nbsp;{payment.razorpay_payment_id}</span>
    </Button>
  )
}
