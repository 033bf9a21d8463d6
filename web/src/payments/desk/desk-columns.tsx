import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { cashSheetCalls } from '@petsetu/contract/payments/books.ts'
import { type DeskPayment, type DeskSubject, deskCalls } from '@petsetu/contract/payments/desk.ts'
import { deskStates } from '@petsetu/contract/payments/payments.ts'
import { purposes } from '@petsetu/contract/platform/purposes.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { useUser } from '../../people/auth/session.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { formatMediumInstant } from '../../platform/lists/medium-days.ts'
import { NameLink } from '../../platform/lists/name-link.tsx'
import { STATUS_ICONS, StatusBadge } from '../../platform/ui/feedback/status-badge.tsx'
import { columnAmounts } from '../../platform/ui/table/column-amounts.ts'
import { type Column, sortBy } from '../../platform/ui/table/data-table.tsx'
import { ShortText } from '../../platform/ui/table/short-text.tsx'
import { writtenMode } from '../../shared/payments/desk-modes.ts'
import classes from './desk.module.css'

/** Names what is paid for and who pays, for the buttons of a row. */
export function namedWithPayer(
  { payer, purpose, subject_id }: Pick<DeskSubject, 'payer' | 'purpose' | 'subject_id'>,
  text: Translate,
): string {
  return `${shownWords(payer, text)}, ${text(purposes[purpose].label)} ${subject_id}`
}

export const WRAPPED = { display: 'block', overflowWrap: 'anywhere' } as const

/**
 * Returns the columns of money taken at the desk: for the list, which can be sorted, or for the cash sheet, which is of one admin and
 * one day.
 */
export function columnsOf(payments: DeskPayment[], text: Translate, of: 'list' | 'sheet'): Column<DeskPayment>[] {
  const isInList = of === 'list'
  const write = columnAmounts(payments.map(({ amount }) => amount))
  const columns: Column<DeskPayment>[] = [
    {
      head: text('desk.payer'),
      inCard: 'title',
      cell: (payment) => <Payer payment={payment} />,
    },
    {
      head: text('desk.mode'),
      inCard: 'line',
      cell: (payment) => <ShortText>{writtenMode(payment, text)}</ShortText>,
    },
    {
      head: text('columns.amount'),
      align: 'right',
      inCard: 'end',
      isTight: true,
      ...(isInList && { sort: sortBy('amount') }),
      cell: ({ amount }) => write(amount),
    },
    {
      head: text('columns.status'),
      inCard: 'value',
      cell: (payment) => <DeskStatus payment={payment} />,
    },
  ]
  if (!isInList) return columns
  return [
    ...columns,
    {
      head: text('columns.date'),
      align: 'right',
      sort: sortBy('taken', { isUsual: true }),
      inCard: 'value',
      cell: ({ taken_by, taken_at }) => (
        <div>
          <span style={{ whiteSpace: 'nowrap' }}>{formatMediumInstant(taken_at)}</span>
          <ShortText lines={1}>{taken_by}</ShortText>
        </div>
      ),
    },
  ]
}

function Payer({ payment: { payer, user_id, purpose, subject_id } }: { payment: DeskPayment }) {
  const text = useText()
  const admin = useUser()
  return (
    <>
      <ShortText lines={1} title={payer}>
        <strong className={classes.payer}>
          <NameLink id={user_id} name={payer} admin={admin} />
        </strong>
      </ShortText>
      {text(purposes[purpose].label)} {subject_id}
    </>
  )
}

function DeskStatus({ payment: { state, disposition, void_asked_by, void_reason } }: { payment: DeskPayment }) {
  const text = useText()
  const isAsked = void_reason !== null && state !== 'void'
  const isTwice = disposition === 'surplus' && state === 'cleared'
  const { label, tone, icon } = deskStates[state]
  const status = [text(label), isTwice && text('desk.tooMuch')].filter(Boolean).join(' · ')
  if (void_reason === null)
    return (
      <StatusBadge tone={tone} icon={STATUS_ICONS[icon]}>
        {status}
      </StatusBadge>
    )
  const reason =
    isAsked && void_asked_by !== null
      ? text('desk.voidAsked', { admin: void_asked_by, reason: shownWords(void_reason, text) })
      : shownWords(void_reason, text)
  return (
    // A badge above the reason would make the row too high.
    <>
      <ShortText lines={1}>{status}</ShortText>
      <ShortText lines={1}>{reason}</ShortText>
    </>
  )
}

/** The calls whose replies change when money is taken at the desk, or when its state changes. */
export const CALLS_WITH_DESK_MONEY = [
  deskCalls.list,
  deskCalls.subjects,
  deskCalls.cashToday,
  cashSheetCalls.read,
  reportCalls.payments,
]
