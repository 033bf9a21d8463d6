import type { ImportArea, ImportSummary } from '@petsetu/contract/imports.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatLongTime } from '../languages/page-text.ts'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { TableSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { addressOf, callsOf, KIND_LABELS, STATE_LABELS } from './import-kinds.ts'

/** The newest imports that the admin may see, with the state of each. */
export function EarlierImports({ areas }: { areas: ImportArea[] }) {
  const text = useText()
  const queries = useQueryClient()
  const listOf = (area: ImportArea) => ({ ...callQuery(callsOf(area).list, {}), enabled: areas.includes(area) })
  const lists = [useQuery(listOf('pets')), useQuery(listOf('members'))]
  if (lists.some(({ isLoading }) => isLoading)) return <TableSkeleton rows={3} />
  if (lists.some(({ isLoadingError }) => isLoadingError))
    return (
      <ErrorBox
        message={text('imports.listFailed')}
        onRetry={() => void Promise.all(areas.map((area) => queries.refetchQueries(callQuery(callsOf(area).list, {}))))}
      />
    )
  const rows = lists.flatMap(({ data }) => data?.data ?? []).toSorted((one, other) => other.id - one.id)
  if (rows.length === 0)
    return <EmptyState icon={<IconFileImport size={36} stroke={1.5} />} message={text('imports.none')} />
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
