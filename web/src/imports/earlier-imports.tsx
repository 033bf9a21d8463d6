import type { ImportArea, ImportSummary } from '@petsetu/contract/imports.ts'
import { ordersBy } from '@petsetu/contract/sort-order.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { formatLongTime } from '../languages/page-text.ts'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { listFilter } from '../lists/list-filter.ts'
import { sortRows } from '../lists/sort-rows.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { allOf, Loaded } from '../ui/feedback/loaded.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { sortBy } from '../ui/table/sort-head.tsx'
import { addressOf, callsOf, KIND_LABELS, STATE_LABELS } from './import-kinds.ts'

const { filterIn } = listFilter({ sort: ordersBy('when', 'rows', 'admin') }, () => ({ sort: 'when-desc' }))

const SORTED_BY = {
  when: ({ id }: ImportSummary) => id,
  rows: ({ row_count }: ImportSummary) => row_count,
  admin: ({ admin }: ImportSummary) => admin ?? '',
}

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
  const { sort } = filterIn(useSearchParams()[0])
  if (imports.length === 0)
    return <EmptyState icon={<IconFileImport size={36} stroke={1.5} />} message={text('imports.none')} />
  return (
    <DataTable
      caption={text('imports.earlier')}
      columns={columns(text)}
      rows={sortRows(imports, sort, SORTED_BY)}
      keyOf={({ id }) => id}
      order={sort}
    />
  )
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
    {
      head: text('imports.rows'),
      align: 'right',
      isTight: true,
      sort: sortBy('rows'),
      cell: ({ row_count }) => formatCount(row_count),
    },
    { head: text('imports.admin'), sort: sortBy('admin'), cell: ({ admin }) => admin },
    {
      head: text('imports.when'),
      isTight: true,
      sort: sortBy('when', { isUsual: true }),
      cell: ({ created_at }) => formatLongTime(created_at),
    },
  ]
}
