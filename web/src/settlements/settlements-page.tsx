import { NativeSelect } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { LINE_STATES, settlementCalls } from '@petsetu/contract/settlements.ts'
import { formatMonth } from '@petsetu/languages/months.ts'
import { IconBuildingBank } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useLanguage, useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { type LoadFirst, startedAtArrival } from '../lib/first-data.ts'
import { useListParam } from '../lib/use-list-param.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { TableSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { DownloadCsv } from '../ui/table/download-csv.tsx'
import { ListPage } from '../ui/table/list-page.tsx'
import { ImportReport } from './import-report.tsx'
import { type LineFilter, lineFilterOf, offeredMonths, STATE_TEXTS } from './line-filter.ts'
import { LineTable } from './line-table.tsx'
import { SettlementSums } from './settlement-sums.tsx'
import classes from './settlements.module.css'

const LINES_A_PAGE = 20

const summaryOf = ({ month }: LineFilter) => startedAtArrival(callQuery(settlementCalls.summary, { query: { month } }))

function linesOf({ month, state, page }: LineFilter) {
  const query = { month, page: String(page), limit: String(LINES_A_PAGE), ...(state && { state }) }
  return startedAtArrival(callQuery(settlementCalls.list, { query }))
}

/** What the payment provider paid out in a month, beside our own books. */
export function SettlementsPage() {
  const text = useText()
  const filter = lineFilterOf(useSearchParams()[0])
  const summary = useQuery({ ...summaryOf(filter), placeholderData: keepPreviousData })
  const { month, state } = filter
  return (
    <>
      <PageTitle
        hint={text('settlements.hint')}
        aside={<DownloadCsv call={settlementCalls.csv} input={{ query: { month, ...(state && { state }) } }} />}
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

SettlementsPage.load = ((queries, { search }) => {
  const filter = lineFilterOf(search)
  return Promise.all([queries.prefetchQuery(summaryOf(filter)), queries.prefetchQuery(linesOf(filter))])
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
  const { page, ...others } = filter
  const lines = useQuery({ ...linesOf(filter), placeholderData: keepPreviousData })
  return (
    <section aria-labelledby="settlement-lines">
      <h2 id="settlement-lines" className={classes.heading}>
        {text('settlements.lines')}
      </h2>
      <ListPage
        list={lines}
        page={page}
        lastPageOf={({ pagination }) => pagination.last_page}
        addressOf={(last) => paths.settlements.to({}, { ...others, page: last > 1 ? last : null })}
        skeleton={<TableSkeleton rows={10} />}
        failure={<ErrorBox message={text('settlements.listFailed')} onRetry={lines.refetch} />}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              icon={<IconBuildingBank size={36} stroke={1.5} />}
              message={text(filter.state ? 'settlements.noneOfState' : 'settlements.none')}
            />
          ) : (
            <LineTable lines={data} />
          )
        }
      </ListPage>
    </section>
  )
}
