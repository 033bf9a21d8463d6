import { NativeSelect } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { LINE_STATES, settlementCalls } from '@petsetu/contract/settlements.ts'
import { formatMonth } from '@petsetu/languages/months.ts'
import { IconBuildingBank } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useLanguage, useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import type { LoadFirst } from '../lib/first-data.ts'
import { useListParam } from '../lib/use-list-param.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { DownloadCsv } from '../ui/table/download-csv.tsx'
import { ListPage } from '../ui/table/list-page.tsx'
import { ImportReport } from './import-report.tsx'
import { addressOf, csvQueryOf, filterIn, type LineFilter, offeredMonths, queryOf, STATE_TEXTS } from './line-filter.ts'
import { LineTable } from './line-table.tsx'
import { SettlementSums } from './settlement-sums.tsx'
import classes from './settlements.module.css'

const LINES_A_PAGE = 20

const summaryOf = ({ month }: LineFilter) => callQuery(settlementCalls.summary, { query: { month } })

function linesOf(filter: LineFilter) {
  const query = { page: String(filter.page), limit: String(LINES_A_PAGE), ...queryOf(filter) }
  return callQuery(settlementCalls.list, { query })
}

/** Shows the provider's payouts of a month beside our own books. */
export function SettlementsPage() {
  const text = useText()
  const filter = filterIn(useSearchParams()[0])
  const summary = useQuery({ ...summaryOf(filter), placeholderData: keepPreviousData })
  return (
    <>
      <PageTitle
        hint={text('settlements.hint')}
        aside={<DownloadCsv call={settlementCalls.csv} input={{ query: csvQueryOf(filter) }} />}
      >
        {text('titles.settlements')}
      </PageTitle>
      <ImportReport importedAt={summary.data?.data.imported_at ?? null} />
      <FilterRow filter={filter} />
      <SettlementSums summary={summary} />
      <Lines filter={filter} />
    </>
  )
}

SettlementsPage.load = ((prefetch, { search }) => {
  const filter = filterIn(search)
  return Promise.all([prefetch(summaryOf(filter)), prefetch(linesOf(filter))])
}) satisfies LoadFirst

function FilterRow({ filter: { month, state } }: { filter: LineFilter }) {
  const text = useText()
  const language = useLanguage()
  const setParam = useListParam()

  return (
    <div className={classes.filters}>
      <NativeSelect
        label={text('settlements.month')}
        data={offeredMonths(month).map((value) => ({ value, label: formatMonth(value, language) }))}
        value={month}
        onChange={(event) => setParam('month', event.currentTarget.value)}
      />
      <NativeSelect
        label={text('settlements.show')}
        data={[
          { value: '', label: text('settlements.all') },
          { value: 'open', label: text('settlements.open') },
          ...LINE_STATES.map((value) => ({ value, label: text(STATE_TEXTS[value]) })),
        ]}
        value={state}
        onChange={(event) => setParam('state', event.currentTarget.value)}
      />
    </div>
  )
}

function Lines({ filter }: { filter: LineFilter }) {
  const text = useText()
  const lines = useQuery({ ...linesOf(filter), placeholderData: keepPreviousData })
  return (
    <section aria-labelledby="settlement-lines">
      <h2 id="settlement-lines" className={classes.heading}>
        {text('settlements.lines')}
      </h2>
      <ListPage
        list={lines}
        page={filter.page}
        lastPageOf={({ pagination }) => pagination.last_page}
        addressOf={(last) => paths.settlements.to({}, addressOf({ ...filter, page: last }))}
        skeleton={<TableSkeleton rows={10} />}
        failure={text('settlements.listFailed')}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              icon={<IconBuildingBank size={36} stroke={1.5} />}
              message={text(filter.state ? 'settlements.noneOfState' : 'settlements.none')}
            />
          ) : (
            <LineTable lines={data} order={filter.sort || 'date-desc'} />
          )
        }
      </ListPage>
    </section>
  )
}
