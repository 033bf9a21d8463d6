import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { cashSheetCalls } from '@petsetu/contract/payments/books.ts'
import { type DeskPayment, deskCalls } from '@petsetu/contract/payments/desk.ts'
import type { DeskState } from '@petsetu/contract/payments/payments.ts'
import { purposes } from '@petsetu/contract/platform/purposes.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { formatLongInstant } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { type Column, sortBy } from '../../platform/ui/table/data-table.tsx'
import { writtenMode } from '../../shared/desk-modes.ts'

export const WRAPPED = { display: 'block', overflowWrap: 'anywhere' } as const

/** Returns the columns of money taken at the desk, for the list, which can be sorted, and the cash sheet. */
export function columnsOf(text: Translate, { isSortable = false } = {}): Column<DeskPayment>[] {
  return [
    {
      head: text('desk.payer'),
      inCard: 'title',
      cell: ({ payer, purpose, subject_id }) => (
        <span style={WRAPPED}>
          <strong>{payer}</strong>
          <br />
          {text(purposes[purpose].label)} {subject_id}
        </span>
      ),
    },
    {
      head: text('desk.mode'),
      cell: (payment) => <span style={WRAPPED}>{writtenMode(payment, text)}</span>,
    },
    {
      head: text('columns.amount'),
      align: 'right',
      isTight: true,
      ...(isSortable && { sort: sortBy('amount') }),
      cell: ({ amount }) => formatRupees(amount),
    },
    { head: text('columns.status'), cell: (payment) => <DeskStatus payment={payment} /> },
    {
      head: text('desk.takenBy'),
      ...(isSortable && { sort: sortBy('taken', { isUsual: true }) }),
      cell: ({ taken_by, taken_at }) => (
        <span style={WRAPPED}>
          {taken_by}
          <br />
          {formatLongInstant(taken_at)}
        </span>
      ),
    },
  ]
}

function DeskStatus({ payment: { state, disposition, void_asked_by, void_reason } }: { payment: DeskPayment }) {
  const text = useText()
  const isAsked = void_reason !== null && state !== 'void'
  return (
    <span style={WRAPPED}>
      {text(STATE_TEXTS[state])}
      {disposition === 'surplus' && state === 'cleared' && ` · ${text('desk.tooMuch')}`}
      {void_reason !== null && <br />}
      {isAsked && void_asked_by !== null && text('desk.voidAsked', { admin: void_asked_by, reason: void_reason })}
      {!isAsked && void_reason}
    </span>
  )
}

const STATE_TEXTS: Record<DeskState, PlainId> = {
  pending: 'desk.pending',
  cleared: 'desk.cleared',
  bounced: 'desk.bounced',
  void: 'desk.void',
}

/** The calls whose replies change when money is taken at the desk, or when its state changes. */
export const CALLS_WITH_DESK_MONEY = [
  deskCalls.list,
  deskCalls.subjects,
  deskCalls.cashToday,
  cashSheetCalls.read,
  reportCalls.payments,
]
