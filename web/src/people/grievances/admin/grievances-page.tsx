import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import {
  ACKNOWLEDGE_HOURS,
  GrievanceOrder,
  GrievanceState,
  grievanceCalls,
  type ListedGrievance,
} from '@petsetu/contract/people/grievances.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatLongDay, formatLongTime } from '../../../platform/languages/page-formats.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { useListParam } from '../../../platform/lib/address/use-list-param.ts'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { type FilterOf, listFilter } from '../../../platform/lists/list-filter.ts'
import { ListTable } from '../../../platform/lists/list-table.tsx'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { type Column, sortBy } from '../../../platform/ui/table/data-table.tsx'
import { FilterButtons } from '../../../platform/ui/table/filter-buttons.tsx'
import { ListPage } from '../../../platform/ui/table/list-page.tsx'
import { EnterGrievanceDialog } from './enter-grievance-dialog.tsx'
import classes from './grievances.module.css'
import { Late } from './late.tsx'

const GRIEVANCES_A_PAGE = 20

const { filterIn, addressOf } = listFilter({ state: GrievanceState, sort: GrievanceOrder }, () => ({ state: 'open' }))

type Filter = FilterOf<{ filterIn: typeof filterIn }>
type GrievanceList = Reply<typeof grievanceCalls.list>

function grievancesOf({ page, state, sort }: Filter) {
  const query = { page: String(page), limit: String(GRIEVANCES_A_PAGE), state, ...(sort && { sort }) }
  return callQuery(grievanceCalls.list, { query })
}

/** The register of grievances about the foundation, open ones oldest first, with the day by which each must be answered. */
export function GrievancesPage() {
  const text = useText()
  const filter = filterIn(useSearchParams()[0])
  const setParam = useListParam()
  const [isEntering, setEntering] = useState(false)
  const grievances = useQuery({ ...grievancesOf(filter), placeholderData: keepPreviousData })
  const { open = 0, overdue = 0 } = grievances.data?.summary ?? {}
  return (
    <>
      <PageTitle
        hint={text('grievances.hint', { hours: ACKNOWLEDGE_HOURS })}
        aside={
          <div className={classes.buttons}>
            <Button component={Link} to={paths.breaches.to({})} variant="default">
              {text('titles.breaches')}
            </Button>
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEntering(true)}>
              {text('grievances.enter')}
            </Button>
          </div>
        }
      >
        {text('titles.grievances')}
      </PageTitle>
      <FilterButtons
        legend={text('grievances.filter')}
        choices={[
          {
            value: 'open',
            label: open ? text('grievances.openCounted', { count: open }) : text('grievances.open'),
          },
          { value: 'answered', label: text('grievances.answered') },
        ]}
        chosen={filter.state}
        onChoose={(state) => setParam('state', state === 'answered' ? state : null)}
      />
      {overdue > 0 && <p role="status">{text('grievances.overdueCounted', pluralValues(overdue))}</p>}
      <Grievances filter={filter} grievances={grievances} />
      {isEntering && <EnterGrievanceDialog onClose={() => setEntering(false)} />}
    </>
  )
}

GrievancesPage.load = ((prefetch, { search }) => prefetch(grievancesOf(filterIn(search)))) satisfies PageLoader

function Grievances({ filter, grievances }: { filter: Filter; grievances: UseQueryResult<GrievanceList> }) {
  const text = useText()
  const { state } = filter
  return (
    <ListPage
      list={grievances}
      page={filter.page}
      lastPageOf={({ pagination }) => pagination.last_page}
      addressOf={(last) => paths.grievances.to({}, addressOf({ ...filter, page: last }))}
      skeleton={<TableSkeleton rows={6} />}
      failure={text('grievances.listFailed')}
    >
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState
            picture="letters"
            message={text(state === 'open' ? 'grievances.noneOpen' : 'grievances.noneAnswered')}
          />
        ) : (
          <ListTable
            caption={text('titles.grievances')}
            columns={columnsOf(text, state)}
            rows={data}
            keyOf={({ id }) => id}
            order={filter.sort || (state === 'open' ? 'received' : 'answered-desc')}
          />
        )
      }
    </ListPage>
  )
}

function columnsOf(text: Translate, state: GrievanceState): Column<ListedGrievance>[] {
  const common: Column<ListedGrievance>[] = [
    {
      head: text('grievances.number'),
      inCard: 'title',
      cell: ({ id, number }) => <Link to={paths.grievance.to({ id })}>{number}</Link>,
      isTight: true,
    },
    { head: text('grievances.person'), cell: ({ name }) => name },
    {
      head: text('grievances.about'),
      cell: ({ kind, text: words }) => (
        <span className={classes.about}>
          <span>{text(`grievances.${kind}`)}</span>
          <span className={classes.words}>{words}</span>
        </span>
      ),
    },
    {
      head: text('grievances.received'),
      sort: sortBy('received', { isUsual: state === 'open' }),
      cell: ({ received_at }) => formatLongTime(received_at),
      isTight: true,
    },
  ]
  if (state === 'answered') {
    return [
      ...common,
      {
        head: text('grievances.answeredOn'),
        sort: sortBy('answered', { isUsual: true }),
        cell: ({ answered_at }) => answered_at && formatLongTime(answered_at),
        isTight: true,
      },
    ]
  }
  return [
    ...common,
    {
      head: text('grievances.acknowledged'),
      cell: ({ acknowledged_at, acknowledge_by }) =>
        acknowledged_at
          ? formatLongTime(acknowledged_at)
          : text('grievances.notAcknowledged', { time: formatLongTime(acknowledge_by) }),
    },
    {
      head: text('grievances.due'),
      sort: sortBy('due'),
      cell: ({ due_on, is_overdue }) => (
        <span className={classes.about}>
          {formatLongDay(due_on)}
          {is_overdue && <Late />}
        </span>
      ),
      isTight: true,
    },
  ]
}
