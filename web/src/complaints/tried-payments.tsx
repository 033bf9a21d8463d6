import { Button } from '@mantine/core'
import { complaintCalls } from '@petsetu/contract/complaints.ts'
import { formatRupees } from '@petsetu/contract/money.ts'
import type { DeskPayment, PaymentDisposition } from '@petsetu/contract/payments.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { formatLongInstant } from '../lib/format-instant.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Notice } from '../ui/notice.tsx'
import { PaymentStatus } from '../ui/payment-status.tsx'
import { useRefund } from '../ui/use-refund.ts'
import classes from './complaint-detail.module.css'

const USE: Record<PaymentDisposition, string> = {
  none: 'Nothing',
  applied: 'The filing fee',
  surplus: 'Surplus: the fee was paid already',
  quarantined: 'Does not match its order',
}

/** Every payment, what became of it, and what an admin is to do about it. */
export function TriedPayments({ payments }: { payments: DeskPayment[] }) {
  const { askToRefund, refundingId } = useRefund([complaintCalls.read, complaintCalls.listAll])
  const columns: Column<DeskPayment>[] = [
    { head: 'Payment', isTight: true, cell: (payment) => payment.razorpay_payment_id },
    { head: 'Date', align: 'right', isTight: true, cell: (payment) => formatLongInstant(payment.created_at) },
    { head: 'Amount', align: 'right', isTight: true, cell: (payment) => formatRupees(payment.amount) },
    { head: 'Status', cell: (payment) => <PaymentStatus status={payment.status} /> },
    { head: 'Paid for', cell: (payment) => USE[payment.disposition] },
    {
      head: 'Actions',
      cell: (payment) => (
        <RefundAction payment={payment} isBusy={refundingId === payment.id} onRefund={() => askToRefund(payment)} />
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
      <DataTable caption="Payments, newest first" columns={columns} rows={payments} keyOf={(payment) => payment.id} />
    </>
  )
}

/** True while money of this kind is here and not on its way back. */
function needs(payments: DeskPayment[], disposition: PaymentDisposition): boolean {
  return payments.some((payment) => payment.disposition === disposition && canRefund(payment))
}

function canRefund({ status, is_refund_pending }: DeskPayment): boolean {
  return status === 'captured' && !is_refund_pending
}

type RefundProps = { payment: DeskPayment; isBusy: boolean; onRefund: () => void }

function RefundAction({ payment, isBusy, onRefund }: RefundProps) {
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
