import { Skeleton } from '@mantine/core'
import {
  MembershipFilter,
  MembershipOrder,
  MembershipReportQuery,
  type MembershipSummary,
  reportCalls,
} from '@petsetu/contract/office/reports.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { lastPage } from '@petsetu/contract/platform/paging.ts'
import { labelsOf } from '@petsetu/contract/platform/registry.ts'
import { membershipStatuses } from '@petsetu/contract/supporters/membership-facts.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconCertificate, IconCircleCheck, IconCircleX, IconHourglassEmpty } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { CallError } from '../../platform/lib/requests/request.ts'
import { type FilterOf, listFilter } from '../../platform/lists/list-filter.ts'
import { BelowRows, useIsPhone } from '../../platform/lists/list-filters.tsx'
import { SortSelect } from '../../platform/lists/sort-select.tsx'
import { CountCards } from '../../platform/ui/chart/count-cards.tsx'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { lazyPart } from '../../platform/ui/feedback/lazy-part.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { type Choice, choicesOf } from '../../platform/ui/fields/choices.ts'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'
import { DownloadCsv } from '../../platform/ui/table/download-button.tsx'
import { ListPage } from '../../platform/ui/table/list-page.tsx'
import { MonthsCard } from './charts/months-card.tsx'
import { ActiveFilterNotice, ChosenFilters, writtenDays } from './chosen-filters.tsx'
import { FilterBar, FilterDay, FilterSelect, type ReportFilter, useReportFilter, wordOf } from './filter-bar.tsx'
import { CATEGORIES, MembershipTable, membershipColumns } from './membership-table.tsx'
import { type Days, PeriodPresets } from './period-presets.tsx'
import { ReportTitle } from './report-title.tsx'

const MEMBERSHIPS_A_PAGE = 20

const MembershipCharts = lazyPart(async () => (await import('./charts/membership-charts.tsx')).MembershipCharts, {
  fallback: <Skeleton height={240} mb={24} />,
})

function reportOf(applied: MembershipChosen) {
  const query = {
    ...MEMBERSHIP_FILTERING.queryOf(applied),
    page: String(applied.page),
    limit: String(MEMBERSHIPS_A_PAGE),
  }
  return callQuery(reportCalls.memberships, { query })
}

export function MembershipReportPage() {
  const text = useText()
  const filter = useReportFilter(MEMBERSHIP_FILTERING)
  const report = useQuery({ ...reportOf(filter.applied), placeholderData: keepPreviousData })
  const refused = report.error instanceof CallError ? report.error.fields : {}
  const summary = report.data?.summary
  const isPhone = useIsPhone()
  const csv = <DownloadCsv call={reportCalls.membershipsCsv} input={{ query: membershipQuery(filter.applied) }} />
  const presets = <PeriodPresets applied={filter.applied} onChoose={filter.choose} />
  const show = (count: number | undefined) => (count === undefined ? undefined : formatCount(count))

  return (
    <>
      <ReportTitle presets={presets} csv={csv}>
        {text('titles.membershipReport')}
      </ReportTitle>
      <MembershipFilterBar
        filter={{ ...filter, errors: { ...refused, ...filter.errors } }}
        presets={presets}
        sort={
          <SortSelect
            columns={membershipColumns([], text)}
            order={filter.applied.sort}
            usual={text('communityList.newest')}
          />
        }
      />
      {filter.applied.expiring && <ActiveFilterNotice>{text('membershipReport.onlyExpiring')}</ActiveFilterNotice>}
      {filter.applied.membership_id && <ActiveFilterNotice>{text('membershipReport.onlyOne')}</ActiveFilterNotice>}
      <ChosenFilters filter={filter} words={chosenWords(filter.applied, text)} />
      <CountCards
        isBusy={report.isPlaceholderData}
        isCompact={isPhone}
        counts={[
          {
            label: text('membershipReport.total'),
            value: show(summary?.total_memberships),
            icon: IconCertificate,
            hint: [writtenDays(filter.applied, text) ?? text('reports.allTime'), pendingIn(summary, text)]
              .filter(Boolean)
              .join(' · '),
          },
          { label: text('membershipReport.active'), value: show(summary?.active_memberships), icon: IconCircleCheck },
          {
            label: text('membershipReport.expired'),
            value: show(summary?.expired_memberships),
            icon: IconHourglassEmpty,
          },
          { label: text('membershipReport.cancelled'), value: show(summary?.cancelled_memberships), icon: IconCircleX },
        ]}
      />
      <Report filter={filter} report={report} />
      <BelowRows>
        {report.data && report.data.summary.total_memberships > 0 && (
          <MembershipCharts summary={report.data.summary} filter={filter} />
        )}
        <MembershipsByMonth filter={filter} />
        {isPhone && csv}
      </BelowRows>
    </>
  )
}

MembershipReportPage.load = ((prefetch, { search }) => {
  return prefetch(reportOf(MEMBERSHIP_FILTERING.filterIn(search)))
}) satisfies PageLoader

/** No card of its own counts the pending ones, without which the other cards do not add up to the total. */
function pendingIn(summary: MembershipSummary | undefined, text: Translate): string {
  if (!summary?.pending_memberships) return ''
  return text('membershipReport.pending', { count: formatCount(summary.pending_memberships) }).replace(' ', '\u00a0')
}

function chosenWords({ status, category }: MembershipChosen, text: Translate) {
  return { status: wordOf(labelsOf(membershipStatuses), status, text), category: wordOf(CATEGORIES, category, text) }
}

type ReportProps = {
  filter: { applied: MembershipChosen }
  report: UseQueryResult<Reply<typeof reportCalls.memberships>>
}

function Report({ filter, report }: ReportProps) {
  const text = useText()
  return (
    <ListPage
      list={report}
      page={filter.applied.page}
      lastPageOf={({ summary }) => lastPage(summary.total_memberships, MEMBERSHIPS_A_PAGE)}
      totalOf={({ summary }) => summary.total_memberships}
      addressOf={(last) =>
        paths.membershipReport.to({}, MEMBERSHIP_FILTERING.addressOf({ ...filter.applied, page: last }))
      }
      skeleton={<TableSkeleton />}
      failure={text('membershipReport.loadFailed')}
    >
      {({ data, summary }) =>
        summary.total_memberships === 0 ? (
          <EmptyState picture="card" message={text('membershipReport.none')} />
        ) : (
          <MembershipTable memberships={data} order={filter.applied.sort || null} />
        )
      }
    </ListPage>
  )
}

type Props = { filter: { applied: MembershipChosen; choose: (days: Days) => unknown } }

function MembershipsByMonth({ filter: { applied, choose } }: Props) {
  const text = useText()
  const query = membershipQuery(applied)
  const months = useQuery({
    ...callQuery(reportCalls.membershipMonths, { query }),
    placeholderData: keepPreviousData,
  })
  return (
    <MonthsCard
      title={text('membershipReport.byMonth')}
      months={months}
      chosenFrom={applied.start_date}
      write={formatCount}
      onChoose={choose}
    />
  )
}

type FilterProps = { filter: ReportFilter; presets: ReactNode; sort: ReactNode }

function MembershipFilterBar({ filter, ...beside }: FilterProps) {
  const text = useText()
  return (
    <FilterBar filter={filter} {...beside}>
      <FilterSelect
        filter={filter}
        field="status"
        label={text('columns.status')}
        options={choicesOf(labelsOf(membershipStatuses), text)}
      />
      <FilterSelect
        filter={filter}
        field="category"
        label={text('membershipReport.category')}
        options={choicesOf(CATEGORIES, text)}
      />
      <FilterSelect
        filter={filter}
        field="plan_id"
        label={text('membershipReport.plan')}
        options={usePlanOptions(filter.draft.plan_id ?? '')}
      />
      <FilterDay filter={filter} field="start_date" label={text('reports.startDate')} />
      <FilterDay filter={filter} field="end_date" label={text('reports.endDate')} />
    </FilterBar>
  )
}

/** All plans that are active or have memberships. If they fail to load, only the console says so, and a chosen plan stays an option. */
function usePlanOptions(chosen: string): Choice[] {
  const text = useText()
  const plans = useQuery(callQuery(reportCalls.plans, {}))
  const options =
    plans.data?.data.map(({ id, name, is_deleted }) => ({
      value: String(id),
      label: is_deleted ? text('membershipReport.deletedPlan', { name }) : name,
    })) ?? []
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen)
  return isKnown
    ? options
    : [...options, { value: chosen, label: text('membershipReport.unknownPlan', { id: chosen }) }]
}

const MEMBERSHIP_FILTERING = {
  ...listFilter({ ...MembershipFilter.shape, sort: MembershipOrder }),
  errorsOf: schemaErrors(MembershipReportQuery),
  report: reportCalls.memberships,
}

type MembershipChosen = FilterOf<typeof MEMBERSHIP_FILTERING>

/** The filter as the chart and the CSV take it, which have an order of their own. */
function membershipQuery(chosen: MembershipChosen) {
  return MEMBERSHIP_FILTERING.queryOf({ ...chosen, sort: '' })
}
