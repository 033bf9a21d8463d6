import { formatRupees } from '@petsetu/contract/money.ts'
import { reportCalls, type Transaction } from '@petsetu/contract/reports.ts'
import { formatLongInstant } from '../lib/format-instant.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { useRefund } from '../ui/use-refund.ts'
import { RefundAction } from './refund-action.tsx'
import classes from './report-cells.module.css'
import { TransactionStatus } from './transaction-status.tsx'

export function TransactionTable({ transactions }: { transactions: Transaction[] }) {
  const { askToRefund, refundingId } = useRefund([reportCalls.payments])
  const columns: Column<Transaction>[] = [
    { head: 'Transaction ID', cell: ({ id }) => id },
    { head: 'User', cell: ({ username }) => <strong className={classes.text}>{username}</strong> },
    { head: 'Membership Plan', cell: ({ plan_name }) => <span className={classes.text}>{plan_name}</span> },
    { head: 'Amount', align: 'right', isTight: true, cell: ({ amount }) => formatRupees(amount) },
    { head: 'Order ID', cell: ({ razorpay_order_id }) => <ProviderId id={razorpay_order_id} /> },
    { head: 'Payment ID', cell: ({ razorpay_payment_id }) => <ProviderId id={razorpay_payment_id} /> },
    { head: 'Status', cell: (transaction) => <TransactionStatus transaction={transaction} /> },
    {
      head: 'Date',
      align: 'right',
      cell: ({ created_at }) => <span className={classes.day}>{formatLongInstant(created_at)}</span>,
    },
    {
      head: 'Actions',
      cell: (transaction) => (
        <RefundAction transaction={transaction} refundingId={refundingId} onRefund={askToRefund} />
      ),
    },
  ]
  return (
    <DataTable
      isDense
      caption="Transactions, newest first"
      columns={columns}
      rows={transactions}
      keyOf={({ id }) => id}
    />
  )
}

/** The provider's own name for something; it may be broken anywhere. */
function ProviderId({ id }: { id: string | null }) {
  return id ? <span className={classes.id}>{id}</span> : 'Not available'
}
