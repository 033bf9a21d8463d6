import type { AuditOrder, AuditRow } from '@petsetu/contract/audit.ts'
import { ACTION_LABELS, labelOf, OBJECT_LABELS } from '@petsetu/contract/audit-labels.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { Link } from 'react-router'
import { formatLongTime } from '../languages/page-text.ts'
import { useText } from '../languages/use-text.tsx'
import { ListTable } from '../lists/list-table.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { sortBy } from '../ui/table/sort-head.tsx'
import { Changes, hasChanges } from './changes.tsx'

export function AuditTable({ rows, order }: { rows: AuditRow[]; order: AuditOrder }) {
  const text = useText()
  return (
    <ListTable
      caption={text('titles.audit')}
      columns={columns(text)}
      rows={rows}
      keyOf={({ id }) => id}
      order={order}
    />
  )
}

const NOTHING = '–'
const WRAPPED = { overflowWrap: 'anywhere' } as const

function columns(text: Translate): Column<AuditRow>[] {
  return [
    {
      head: text('audit.when'),
      isTight: true,
      sort: sortBy('when', { isUsual: true }),
      cell: ({ at }) => formatLongTime(at),
    },
    { head: text('audit.admin'), cell: ({ admin }) => <strong style={WRAPPED}>{admin}</strong> },
    { head: text('audit.action'), cell: ({ action }) => labelOf(ACTION_LABELS, action, text) },
    { head: text('audit.object'), isTight: true, cell: (row) => <RecordOf row={row} /> },
    { head: text('audit.changes'), cell: (row) => (hasChanges(row) ? <Changes row={row} /> : NOTHING) },
    { head: text('labels.reason'), cell: ({ reason }) => <span style={WRAPPED}>{reason ?? NOTHING}</span> },
  ]
}

function RecordOf({ row: { object_kind, object_id } }: { row: AuditRow }) {
  const text = useText()
  const kind = labelOf(OBJECT_LABELS, object_kind, text)
  if (object_id === null) return kind
  const name = text('audit.record', { kind, id: object_id })
  // The only kind of record that is never deleted and has a page of its own.
  return object_kind === 'complaint' ? <Link to={paths.complaintDetail.to({ id: object_id })}>{name}</Link> : name
}
