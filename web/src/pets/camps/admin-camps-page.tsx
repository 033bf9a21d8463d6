import { Button, Group } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type CampSummary, campAdminCalls } from '@petsetu/contract/pets/camps/camps.ts'
import { CAMPS_LISTED_MAX } from '@petsetu/contract/pets/list-limits.ts'
import { ordersBy } from '@petsetu/contract/platform/envelope.ts'
import { formatCount, pluralValues } from '@petsetu/languages/formats.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { listFilter } from '../../platform/lists/list-filter.ts'
import { useIsPhone } from '../../platform/lists/list-filters.tsx'
import { ListTable } from '../../platform/lists/list-table.tsx'
import { formatMediumDay } from '../../platform/lists/medium-days.ts'
import { SortSelect } from '../../platform/lists/sort-select.tsx'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { BackLink } from '../../platform/ui/layout/back-link.tsx'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { type Column, OnlyIn, sortBy, sortRows } from '../../platform/ui/table/data-table.tsx'
import { NewestOnly } from '../../platform/ui/table/newest-only.tsx'
import { CampForm } from './camp-form.tsx'
import { whereIs } from './where-is.ts'

const allCamps = callQuery(campAdminCalls.listAll, {})
const NEW = 'new'

/** All camps, or the form for a new one. */
export function AdminCampsPage() {
  const [params] = useSearchParams()
  return params.get('edit') === NEW ? <NewCamp /> : <AllCamps />
}

AdminCampsPage.load = ((prefetch) => prefetch(allCamps)) satisfies PageLoader

function NewCamp() {
  const text = useText()
  const navigate = useNavigate()
  return (
    <>
      <BackLink to={paths.adminCamps.to({})}>{text('camps.backToCamps')}</BackLink>
      <PageTitle>{text('camps.add')}</PageTitle>
      <CampForm
        camp={null}
        onDone={(saved) => navigate(saved ? paths.adminCamp.to({ id: saved.id }) : paths.adminCamps.to({}))}
      />
    </>
  )
}

function AllCamps() {
  const text = useText()
  const camps = useQuery(allCamps)
  const isPhone = useIsPhone()
  const aside = (
    <Button
      component={Link}
      to={paths.adminCamps.to({}, { edit: NEW })}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {text('camps.add')}
    </Button>
  )
  return (
    <>
      <PageTitle isCompact={isPhone} hint={text('camps.adminHint')} aside={aside}>
        {text('titles.adminCamps')}
      </PageTitle>
      <Loaded query={camps} skeleton={<TableSkeleton rows={4} />} failure={text('camps.loadFailed')}>
        {(list) =>
          list.length === 0 ? <EmptyState picture="pets" message={text('camps.noneYet')} /> : <CampTable camps={list} />
        }
      </Loaded>
    </>
  )
}

const { filterIn } = listFilter({ sort: ordersBy('name', 'ward', 'works', 'day') }, () => ({ sort: 'day-desc' }))

const SORTED_BY = {
  name: ({ name }: CampSummary) => name,
  ward: ({ ward }: CampSummary) => ward,
  works: ({ works }: CampSummary) => works,
  day: ({ day }: CampSummary) => day,
}

function CampTable({ camps }: { camps: CampSummary[] }) {
  const text = useText()
  const { sort } = filterIn(useSearchParams()[0])
  const isPhone = useIsPhone()
  const columns: Column<CampSummary>[] = [
    {
      head: text('camps.campName'),
      inCard: 'title',
      sort: sortBy('name'),
      cell: ({ id, name }) => <Link to={paths.adminCamp.to({ id })}>{name}</Link>,
    },
    { head: text('camps.ward'), inCard: 'nothing', sort: sortBy('ward'), cell: ({ ward }) => ward },
    {
      head: text('camps.place'),
      inCard: 'line',
      cell: (camp) => (
        <>
          <OnlyIn place="row">{camp.place}</OnlyIn>
          <OnlyIn place="card">{whereIs(camp)}</OnlyIn>
        </>
      ),
    },
    {
      head: text('camps.tasks'),
      align: 'right',
      isTight: true,
      inCard: 'end',
      sort: sortBy('works'),
      cell: ({ works }) => (
        <>
          <OnlyIn place="row">{formatCount(works)}</OnlyIn>
          <OnlyIn place="card">{text('camps.works', pluralValues(works))}</OnlyIn>
        </>
      ),
    },
    {
      head: text('camps.day'),
      align: 'right',
      isTight: true,
      inCard: 'value',
      sort: sortBy('day', { isUsual: true }),
      cell: ({ day }) => formatMediumDay(day),
    },
  ]
  return (
    <>
      {isPhone && camps.length > 1 && (
        <Group mb="sm">
          <SortSelect columns={columns} order={sort} />
        </Group>
      )}
      <ListTable
        caption={text('titles.adminCamps')}
        columns={columns}
        rows={sortRows(camps, sort, SORTED_BY)}
        keyOf={({ id }) => id}
        order={sort}
        hasSortSelect
      />
      <NewestOnly rows={camps} max={CAMPS_LISTED_MAX} />
    </>
  )
}
