import { reportCalls, type Transaction } from '@petsetu/contract/reports.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { useState } from 'react'
import { formatLongInstant } from '../languages/page-text.ts'
import { useRefund } from '../shared/use-refund.ts'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { RefundAction } from './refund-action.tsx'
import classes from './report-cells.module.css'
import { SettleDialog } from './settle-dialog.tsx'
import { TransactionStatus } from './transaction-status.tsx'

export function TransactionTable({ transactions }: { transactions: Transaction[] }) {
  const refund = useRefund([reportCalls.payments])
  const [settling, setSettling] = useState<Transaction | null>(null)
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
        <RefundAction
          transaction={transaction}
          isSaving={refund.isSaving}
          onRefund={refund.start}
          onSettle={setSettling}
        />
      ),
    },
  ]
  return (
    <>
      <DataTable
        isDense
        caption="Transactions, newest first"
        columns={columns}
        rows={transactions}
        keyOf={({ id }) => id}
      />
      {settling && <SettleDialog transaction={settling} onClose={() => setSettling(null)} />}
    </>
  )
}

/** An id of the provider, which may wrap anywhere. */
function ProviderId({ id }: { id: string | null }) {
  return id ? <span className={classes.id}>{id}</span> : 'Not available'
}
