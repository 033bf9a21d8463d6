import type { ImportArea, ImportSummary } from '@petsetu/contract/imports.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatLongTime } from '../languages/page-text.ts'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { allOf, Loaded } from '../ui/feedback/loaded.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { addressOf, callsOf, KIND_LABELS, STATE_LABELS } from './import-kinds.ts'

/** The newest imports that the admin may see, with the state of each. */
export function EarlierImports({ areas }: { areas: ImportArea[] }) {
  const text = useText()
  const listOf = (area: ImportArea) => ({ ...callQuery(callsOf(area).list, {}), enabled: areas.includes(area) })
  const lists = { pets: useQuery(listOf('pets')), members: useQuery(listOf('members')) }
  return (
    <Loaded
      query={allOf(areas.map((area) => lists[area]))}
      skeleton={<TableSkeleton rows={3} />}
      failure={text('imports.listFailed')}
    >
      {(replies) => <ImportTable imports={replies.flatMap(({ data }) => data)} />}
    </Loaded>
  )
}

function ImportTable({ imports }: { imports: ImportSummary[] }) {
  const text = useText()
  if (imports.length === 0)
    return <EmptyState icon={<IconFileImport size={36} stroke={1.5} />} message={text('imports.none')} />
  const rows = [...imports].sort((one, other) => other.id - one.id)
  return <DataTable caption={text('imports.earlier')} columns={columns(text)} rows={rows} keyOf={({ id }) => id} />
}

function columns(text: Translate): Column<ImportSummary>[] {
  return [
    {
      head: text('titles.imports'),
      inCard: 'title',
      cell: (row) => (
        <Link to={addressOf(row)}>{text('imports.named', { what: text(KIND_LABELS[row.kind]), id: row.id })}</Link>
      ),
    },
    { head: text('imports.state'), cell: ({ state }) => text(STATE_LABELS[state]) },
    { head: text('imports.rows'), align: 'right', isTight: true, cell: ({ row_count }) => formatCount(row_count) },
    { head: text('imports.admin'), cell: ({ admin }) => admin },
    { head: text('imports.when'), isTight: true, cell: ({ created_at }) => formatLongTime(created_at) },
  ]
}
