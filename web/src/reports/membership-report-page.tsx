import { Skeleton } from '@mantine/core'
import type { Reply } from '@petsetu/contract/call.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { reportCalls } from '@petsetu/contract/reports.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconCertificate, IconCircleCheck, IconCircleX, IconHourglassEmpty } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { type LoadFirst, startedAtArrival } from '../lib/first-data.ts'
import { lastPage, pageParam } from '../lib/page-param.ts'
import { CallError } from '../lib/request.ts'
import { CountCards } from '../ui/chart/count-cards.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { TableSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { DownloadCsv } from '../ui/table/download-csv.tsx'
import { ListPage } from '../ui/table/list-page.tsx'
import { ChosenFilters } from './chosen-filters.tsx'
import { wordOf } from './filter-bar.tsx'
import type { ChosenByChart } from './membership-charts.tsx'
import { MEMBERSHIP_FILTERING, membershipQuery } from './membership-filter.ts'
import { MEMBERSHIP_STATUSES, MembershipFilterBar } from './membership-filter-bar.tsx'
import { CATEGORIES, MembershipTable } from './membership-table.tsx'
import { MembershipsByMonth } from './memberships-by-month.tsx'
import { OnlyThese } from './only-these.tsx'
import { PeriodPresets } from './period-presets.tsx'
import { filterOf } from './report-filter.ts'
import { useReportFilter } from './use-report-filter.ts'

const MEMBERSHIPS_A_PAGE = 20

const MembershipCharts = lazy(async () => ({ default: (await import('./membership-charts.tsx')).MembershipCharts }))

function reportOf(applied: typeof MEMBERSHIP_FILTERING.empty, page: number) {
  const query = { ...membershipQuery(applied), page: String(page), limit: String(MEMBERSHIPS_A_PAGE) }
  return startedAtArrival(callQuery(reportCalls.memberships, { query }))
}

export function MembershipReportPage() {
  const text = useText()
  const filter = useReportFilter(MEMBERSHIP_FILTERING)
  const query = membershipQuery(filter.applied)
  const report = useQuery({ ...reportOf(filter.applied, filter.page), placeholderData: keepPreviousData })
  const refused = report.error instanceof CallError ? report.error.fields : {}
  const summary = report.data?.summary
  const show = (count: number | undefined) => (count === undefined ? undefined : formatCount(count))

  return (
    <>
      <PageTitle aside={<DownloadCsv call={reportCalls.membershipsCsv} input={{ query }} />}>
        {text('titles.membershipReport')}
      </PageTitle>
      <PeriodPresets applied={filter.applied} onChoose={filter.choose} />
      <MembershipFilterBar filter={{ ...filter, errors: { ...refused, ...filter.errors } }} />
      {filter.applied.expiring && <OnlyThese>{text('membershipReport.onlyExpiring')}</OnlyThese>}
      {filter.applied.membership_id && <OnlyThese>{text('membershipReport.onlyOne')}</OnlyThese>}
      <ChosenFilters filter={filter} words={chosenWords(filter.applied, text)} />
      <CountCards
        isBusy={report.isPlaceholderData}
        counts={[
          { label: text('membershipReport.total'), value: show(summary?.total_memberships), icon: IconCertificate },
          { label: text('membershipReport.active'), value: show(summary?.active_memberships), icon: IconCircleCheck },
          {
            label: text('membershipReport.expired'),
            value: show(summary?.expired_memberships),
            icon: IconHourglassEmpty,
          },
          { label: text('membershipReport.cancelled'), value: show(summary?.cancelled_memberships), icon: IconCircleX },
        ]}
      />
      <MembershipsByMonth filter={filter} />
      <Report filter={filter} query={query} report={report} />
    </>
  )
}

MembershipReportPage.load = ((queries, { search }) => {
  const { empty, checks } = MEMBERSHIP_FILTERING
  return queries.prefetchQuery(reportOf(filterOf(empty, checks, search), pageParam(search)))
}) satisfies LoadFirst

function chosenWords({ status, category }: typeof MEMBERSHIP_FILTERING.empty, text: Translate) {
  return { status: wordOf(MEMBERSHIP_STATUSES, status, text), category: wordOf(CATEGORIES, category, text) }
}

type ReportProps = {
  filter: ChosenByChart & { page: number }
  query: ReturnType<typeof membershipQuery>
  report: UseQueryResult<Reply<typeof reportCalls.memberships>>
}

function Report({ filter, query, report }: ReportProps) {
  const text = useText()
  const failure = <ErrorBox message={text('membershipReport.loadFailed')} onRetry={report.refetch} />
  return (
    <ListPage
      list={report}
      page={filter.page}
      lastPageOf={({ summary }) => lastPage(summary.total_memberships, MEMBERSHIPS_A_PAGE)}
      addressOf={(last) => paths.membershipReport.to({}, { ...query, page: last })}
      skeleton={<TableSkeleton />}
      failure={failure}
    >
      {({ data, summary }) =>
        summary.total_memberships === 0 ? (
          <EmptyState icon={<IconCertificate size={36} stroke={1.5} />} message={text('membershipReport.none')} />
        ) : (
          <>
            <Suspense fallback={<Skeleton height={240} mb={24} />}>
              <MembershipCharts summary={summary} filter={filter} />
            </Suspense>
            <MembershipTable memberships={data} />
          </>
        )
      }
    </ListPage>
  )
}
