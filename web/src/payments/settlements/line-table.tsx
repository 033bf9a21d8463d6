import { paths } from '@petsetu/contract/paths.ts'
import type { LineOrder, LineState, SettlementLine } from '@petsetu/contract/payments/settlements.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
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
import { formatLongInstant } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { ListTable } from '../../platform/lists/list-table.tsx'
import { StatusBadge, type Tone } from '../../platform/ui/feedback/status-badge.tsx'
import type { Column } from '../../platform/ui/table/data-table.tsx'
import { sortBy } from '../../platform/ui/table/sort-head.tsx'
import { STATE_TEXTS } from './line-filter.ts'
import classes from './settlements.module.css'

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
      columns={columnsOf(text)}
      rows={lines}
      keyOf={({ key }) => key}
      order={order}
    />
  )
}

function columnsOf(text: Translate): Column<SettlementLine>[] {
  return [
    {
      head: text('columns.paymentId'),
      inCard: 'title',
      cell: ({ entity_id, payment, type }) => (
        <span className={classes.id}>
          {payment === null ? (
            entity_id
          ) : (
            <Link to={paths.paymentReport.to({}, { payment_id: payment })}>{entity_id}</Link>
          )}
          <br />
          {typeOf(type, text)}
        </span>
      ),
    },
    {
      head: text('settlements.state'),
      sort: sortBy('status'),
      cell: ({ state }) => <StatusBadge {...BADGES[state]}>{text(STATE_TEXTS[state])}</StatusBadge>,
    },
    { ...amount(text('settlements.inReport'), (line) => line.amount), sort: sortBy('amount') },
    amount(text('settlements.inBooks'), (line) => line.ledger_amount),
    amount(text('settlements.fees'), ({ fee, state }) => (state === 'missing' ? null : fee)),
    amount(text('settlements.gst'), ({ tax, state }) => (state === 'missing' ? null : tax)),
    {
      head: text('settlements.utr'),
      cell: ({ utr, settlement_id }) => <span className={classes.id}>{utr ?? settlement_id ?? '–'}</span>,
    },
    {
      head: text('columns.date'),
      sort: sortBy('date', { isUsual: true }),
      align: 'right',
      cell: ({ at }) => <span className={classes.day}>{formatLongInstant(at)}</span>,
    },
  ]
}

function amount(head: string, value: (line: SettlementLine) => number | null): Column<SettlementLine> {
  return {
    head,
    align: 'right',
    isTight: true,
    cell: (line) => {
      const rupees = value(line)
      return rupees === null ? '–' : formatRupees(rupees)
    },
  }
}

/** The provider may add words of its own, which are shown as they are. */
function typeOf(type: string, text: Translate): string {
  if (type === 'payment') return text('settlements.payment')
  return type === 'refund' ? text('settlements.refund') : type
}
