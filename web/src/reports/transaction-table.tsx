import type { DeskDetails } from '@petsetu/contract/desk-values.ts'
import type { Purpose } from '@petsetu/contract/purposes.ts'
import type { PaymentOrder } from '@petsetu/contract/report-filters.ts'
import { ERASED_NAME, reportCalls, type Transaction } from '@petsetu/contract/reports.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { formatMediumInstant } from '../lists/medium-days.ts'
import { writtenMode } from '../shared/desk-modes.ts'
import { useRefund } from '../shared/use-refund.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { sortBy } from '../ui/table/sort-head.tsx'
import { RefundAction } from './refund-action.tsx'
import classes from './report-cells.module.css'
import { SettleDialog } from './settle-dialog.tsx'
import { TransactionStatus } from './transaction-status.tsx'

// Labels of purposes; null for one whose things have names of their own, which people chose.
const PAID_FOR: Record<Purpose, PlainId | null> = {
  complaint: 'paymentReport.filingFee',
  membership: null,
  donation: 'paymentReport.donation',
}

export function TransactionTable({ transactions, order }: { transactions: Transaction[]; order: PaymentOrder }) {
  const text = useText()
  const refund = useRefund([reportCalls.payments, reportCalls.paymentMonths])
  const [settling, setSettling] = useState<Transaction | null>(null)
  const columns: Column<Transaction>[] = [
    ...columnsOf(text),
    {
      head: text('columns.actions'),
      inCard: 'actions',
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
      <ListTable
        caption={text(order === 'date-desc' ? 'paymentReport.caption' : 'titles.paymentReport')}
        columns={columns}
        rows={transactions}
        keyOf={({ id }) => id}
        order={order}
      />
      {settling && <SettleDialog transaction={settling} onClose={() => setSettling(null)} />}
    </>
  )
}

function columnsOf(text: Translate): Column<Transaction>[] {
  return [
    { head: text('paymentReport.transactionId'), cell: ({ id }) => id },
    {
      head: text('columns.user'),
      inCard: 'title',
      cell: ({ username }) => <strong className={classes.text}>{nameOr(username, text)}</strong>,
    },
    {
      head: text('paymentReport.plan'),
      cell: ({ purpose, plan_name }) => <span className={classes.text}>{paidFor(purpose, plan_name, text)}</span>,
    },
    {
      head: text('columns.amount'),
      align: 'right',
      isTight: true,
      sort: sortBy('amount'),
      cell: ({ amount }) => formatRupees(amount),
    },
    {
      head: text('paymentReport.orderId'),
      cell: ({ razorpay_order_id, desk }) =>
        desk ? text('paymentReport.atDesk') : <ProviderId id={razorpay_order_id} />,
    },
    {
      head: text('columns.paymentId'),
      cell: ({ razorpay_payment_id, desk }) =>
        desk ? <DeskMoney desk={desk} /> : <ProviderId id={razorpay_payment_id} className={classes.paymentId} />,
    },
    { head: text('columns.status'), cell: (transaction) => <TransactionStatus transaction={transaction} /> },
    {
      head: text('columns.date'),
      sort: sortBy('date', { isUsual: true }),
      align: 'right',
      isTight: true,
      cell: ({ created_at }) => formatMediumInstant(created_at),
    },
  ]
}

function paidFor(purpose: Purpose, name: string, text: Translate): string {
  const id = PAID_FOR[purpose]
  return id ? text(id) : nameOr(name, text)
}

function nameOr(name: string, text: Translate): string {
  return name === ERASED_NAME ? text('paymentReport.erased') : name
}

/** Shows the way in which money was taken at the desk, and the admin. */
function DeskMoney({ desk }: { desk: DeskDetails }) {
  const text = useText()
  const mode = writtenMode(desk, text)
  return <span className={classes.text}>{text('paymentReport.deskTaken', { mode, admin: desk.taken_by })}</span>
}

/** An id of the provider, which may wrap anywhere. */
function ProviderId({ id, className = '' }: { id: string | null; className?: string | undefined }) {
  const text = useText()
  return id ? <span className={`${classes.id} ${className}`}>{id}</span> : text('paymentReport.noId')
}
