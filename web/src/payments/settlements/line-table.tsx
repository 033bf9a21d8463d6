import { ERASED_NAME } from '@petsetu/contract/office/reports.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { LineOrder, type LineState, type SettlementLine, ShownLines } from '@petsetu/contract/payments/settlements.ts'
import { isDay } from '@petsetu/contract/platform/calendar.ts'
import { purposes } from '@petsetu/contract/platform/purposes.ts'
import type { Tone } from '@petsetu/contract/platform/registry.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import {
  IconAdjustments,
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  type IconProps,
  IconQuestionMark,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { useText } from '../../platform/languages/use-text.tsx'
import { serverToday } from '../../platform/lib/requests/server-clock.ts'
import { type FilterOf, fieldFrom, listFilter } from '../../platform/lists/list-filter.ts'
import { ListTable } from '../../platform/lists/list-table.tsx'
import { formatMediumInstant } from '../../platform/lists/medium-days.ts'
import { StatusBadge } from '../../platform/ui/feedback/status-badge.tsx'
import { columnAmounts } from '../../platform/ui/table/column-amounts.ts'
import { type Column, OnlyIn, sortBy } from '../../platform/ui/table/data-table.tsx'
import { ShortText } from '../../platform/ui/table/short-text.tsx'
import classes from './line-table.module.css'

// An id may break anywhere, but not into a column of letters.
export const ID = { display: 'block', minWidth: 'min(21ch, 45vw)', overflowWrap: 'anywhere' } as const
export const DAY = { display: 'block', minWidth: '9ch' } as const
// An underline right below the letters hides the sign '_'.
const LINK = { textUnderlineOffset: 4 } as const

const BADGES: Record<LineState, { tone: Tone; icon: ComponentType<IconProps> }> = {
  matched: { tone: 'active', icon: IconCircleCheck },
  different: { tone: 'cancelled', icon: IconAlertTriangle },
  unknown: { tone: 'cancelled', icon: IconQuestionMark },
  missing: { tone: 'pending', icon: IconClock },
  other: { tone: 'expired', icon: IconAdjustments },
}

export function LineTable({ lines, order }: { lines: SettlementLine[]; order: LineOrder }) {
  const text = useText()
  return (
    <ListTable
      caption={text('settlements.lines')}
      columns={lineColumns(lines, text)}
      rows={lines}
      keyOf={({ key }) => key}
      order={order}
      hasSortSelect
    />
  )
}

export function lineColumns(lines: SettlementLine[], text: Translate): Column<SettlementLine>[] {
  const amount = (head: string, value: (line: SettlementLine) => number | null): Column<SettlementLine> => {
    const write = columnAmounts(lines.map(value))
    return { head, align: 'right', isTight: true, inCard: 'detail', cell: (line) => written(value(line), write) }
  }
  const writeBooked = columnAmounts(lines.map(({ ledger_amount }) => ledger_amount))
  return [
    {
      head: text('columns.paymentId'),
      inCard: 'line',
      cell: (line) => <LinePayment line={line} />,
    },
    {
      head: text('settlements.state'),
      sort: sortBy('status', {
        isUsual: true,
        words: { ascending: 'settlements.openFirst', descending: 'settlements.matchedFirst' },
      }),
      inCard: 'value',
      cell: ({ state }) => <StatusBadge {...BADGES[state]}>{text(STATE_TEXTS[state])}</StatusBadge>,
    },
    { ...amount(text('settlements.inReport'), (line) => moved(line, line.amount)), sort: sortBy('amount') },
    {
      head: text('settlements.inBooks'),
      align: 'right',
      isTight: true,
      inCard: 'title',
      cell: (line) => <BookedAmount line={line} write={writeBooked} />,
    },
    amount(text('settlements.fees'), ({ fee, state }) => (state === 'missing' ? null : fee)),
    amount(text('settlements.gst'), ({ tax, state }) => (state === 'missing' ? null : tax)),
    {
      head: text('settlements.utr'),
      isTight: true,
      inCard: 'detail',
      cell: ({ utr, settlement_id }) => <BankNumber number={utr ?? settlement_id} />,
    },
    {
      head: text('columns.date'),
      sort: sortBy('date'),
      align: 'right',
      inCard: 'end',
      cell: ({ at }) => <span style={DAY}>{formatMediumInstant(at)}</span>,
    },
  ]
}

/** Says whose money it is and for what, if we know, above the id, which leads to the payment. */
function LinePayment({ line }: { line: SettlementLine }) {
  const text = useText()
  const { entity_id, payment } = line
  const about = wordsAbout(line, text)
  return (
    <span className={classes.payment} style={ID}>
      {about && <ShortText lines={1}>{about}</ShortText>}
      {payment === null ? (
        <span className={classes.id}>{entity_id}</span>
      ) : (
        <Link className={classes.id ?? ''} to={paths.paymentReport.to({}, { payment_id: payment })} style={LINK}>
          {entity_id}
        </Link>
      )}
    </span>
  )
}

/** Names what a line is, if it is no payment, the payer and the purpose. The provider may add kinds, which are shown as they are. */
function wordsAbout({ type, payer, purpose }: SettlementLine, text: Translate): string {
  const kind = type === 'refund' ? text('settlements.refund') : type
  const name = payer === ERASED_NAME ? text('paymentReport.erased') : payer && shownWords(payer, text)
  const paidFor = purpose && text(purposes[purpose].reported ?? purposes[purpose].label)
  return [type !== 'payment' && kind, name, paidFor].filter(Boolean).join(' · ')
}

/** The amount in our books. The title of a card has that of the report where the books have none. */
function BookedAmount({ line, write }: { line: SettlementLine; write: (rupees: number) => string }) {
  const inBooks = moved(line, line.ledger_amount)
  const shown = inBooks ?? moved(line, line.amount)
  return (
    <>
      <OnlyIn place="row">{written(inBooks, write) ?? '–'}</OnlyIn>
      <OnlyIn place="card">
        <strong>{written(shown, write) ?? '–'}</strong>
      </OnlyIn>
    </>
  )
}

function written(rupees: number | null, write: (rupees: number) => string): string | null {
  return rupees === null ? null : write(rupees)
}

const NUMBER_END = 5

function BankNumber({ number }: { number: string | null }) {
  if (!number) return null
  const start = number.slice(0, -NUMBER_END)
  return (
    <span className={classes.number} title={number}>
      {start && <span className={classes.start}>{start}</span>}
      {number.slice(-NUMBER_END)}
    </span>
  )
}

/** An amount of a line, below zero if the money went out. */
function moved({ type }: SettlementLine, rupees: number | null): number | null {
  return rupees !== null && type === 'refund' ? -rupees : rupees
}

export const STATE_TEXTS: Record<LineState, PlainId> = {
  matched: 'settlements.matched',
  different: 'settlements.different',
  unknown: 'settlements.unknown',
  missing: 'settlements.missing',
  other: 'settlements.other',
}

const month = fieldFrom((text) => (isDay(`${text}-01`) ? text : null))

/** A month, the present one by default, and which of its lines. */
export const { filterIn, addressOf, queryOf } = listFilter({ month, state: ShownLines, sort: LineOrder }, () => ({
  month: thisMonth(),
}))

export type LineFilter = FilterOf<{ filterIn: typeof filterIn }>

/** By default, what somebody has to look into comes first. */
export const orderOf = ({ sort }: LineFilter): LineOrder => sort || 'status'

/** The filter as the CSV takes it, which comes newest first. */
export function csvQueryOf(filter: LineFilter) {
  return queryOf({ ...filter, sort: '' })
}

export function thisMonth(): string {
  return serverToday().slice(0, 7)
}

const MONTHS_OFFERED = 24

/** The last two years, this month first, and the chosen one. */
export function offeredMonths(chosen: string): string[] {
  const [year = 0, month = 0] = thisMonth().split('-').map(Number)
  const months = Array.from({ length: MONTHS_OFFERED }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago)).toISOString().slice(0, 7),
  )
  return [...new Set([...months, chosen])].sort().reverse()
}
