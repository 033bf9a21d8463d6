import { Button, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  PaymentFilter,
  PaymentOrder,
  PaymentReportQuery,
  REPORT_MONTHS_MAX,
  reportCalls,
} from '@petsetu/contract/office/reports.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { paymentStatuses } from '@petsetu/contract/payments/payments.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { lastPage } from '@petsetu/contract/platform/paging.ts'
import { labelsOf } from '@petsetu/contract/platform/registry.ts'
import { formatCount, formatRupees } from '@petsetu/languages/formats.ts'
import { IconCircleCheck, IconCircleX, IconClock, IconCoinRupee, IconReportMoney } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useUser } from '../../people/auth/session.ts'
import { formatLongDay } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery, pageQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { CallError } from '../../platform/lib/requests/request.ts'
import { serverToday } from '../../platform/lib/requests/server-clock.ts'
import { type FilterOf, listFilter } from '../../platform/lists/list-filter.ts'
import { BelowRows, useIsPhone } from '../../platform/lists/list-filters.tsx'
import { SortSelect } from '../../platform/lists/sort-select.tsx'
import { CountCards } from '../../platform/ui/chart/count-cards.tsx'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { type Choice, choicesOf } from '../../platform/ui/fields/choices.ts'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'
import card from '../../platform/ui/layout/card.module.css'
import { DownloadButton, DownloadCsv } from '../../platform/ui/table/download-button.tsx'
import { ListPage } from '../../platform/ui/table/list-page.tsx'
import { MonthsCard } from './charts/months-card.tsx'
import { ActiveFilterNotice, ChosenFilters, writtenDays } from './chosen-filters.tsx'
import {
  FilterBar,
  FilterDay,
  FilterSelect,
  type ReportFilter,
  SharedRow,
  useReportFilter,
  wordOf,
} from './filter-bar.tsx'
import { accountedDays, type Days, PeriodPresets } from './period-presets.tsx'
import { ReportTitle } from './report-title.tsx'
import { TransactionTable, transactionColumns } from './transaction-table.tsx'

const TRANSACTIONS_A_PAGE = 20

function reportOf(applied: PaymentChosen) {
  const query = {
    ...PAYMENT_FILTERING.queryOf(applied),
    page: String(applied.page),
    limit: String(TRANSACTIONS_A_PAGE),
  }
  return callQuery(reportCalls.payments, { query })
}

export function PaymentReportPage() {
  const text = useText()
  const filter = useReportFilter(PAYMENT_FILTERING)
  const report = useQuery({ ...reportOf(filter.applied), placeholderData: keepPreviousData })
  const refused = report.error instanceof CallError ? report.error.fields : {}
  const summary = report.data?.summary
  const isPhone = useIsPhone()
  const csv = <DownloadCsv call={reportCalls.paymentsCsv} input={{ query: paymentQuery(filter.applied) }} />
  const presets = <PeriodPresets applied={filter.applied} onChoose={filter.choose} />
  const show = (count: number | undefined) => (count === undefined ? undefined : formatCount(count))

  return (
    <>
      <ReportTitle presets={presets} csv={csv}>
        {text('titles.paymentReport')}
      </ReportTitle>
      <PaymentFilterBar
        filter={{ ...filter, errors: { ...refused, ...filter.errors } }}
        presets={presets}
        sort={<SortSelect columns={transactionColumns([], text)} order={orderOf(filter.applied)} />}
      />
      {filter.applied.unmatched && <ActiveFilterNotice>{text('paymentReport.onlyUnmatched')}</ActiveFilterNotice>}
      {filter.applied.payment_id && <ActiveFilterNotice>{text('paymentReport.onlyOne')}</ActiveFilterNotice>}
      <ChosenFilters
        filter={filter}
        words={{ status: wordOf(labelsOf(paymentStatuses), filter.applied.status, text) }}
      />
      <CountCards
        isBusy={report.isPlaceholderData}
        isCompact={isPhone}
        counts={[
          {
            label: text('paymentReport.revenue'),
            value: summary && formatRupees(summary.total_revenue),
            icon: IconCoinRupee,
            hint: writtenDays(filter.applied, text) ?? text('reports.allTime'),
          },
          {
            label: text('paymentReport.successful'),
            value: show(summary?.successful_transactions),
            icon: IconCircleCheck,
          },
          { label: text('paymentReport.failed'), value: show(summary?.failed_transactions), icon: IconCircleX },
          { label: text('paymentReport.pending'), value: show(summary?.pending_transactions), icon: IconClock },
        ]}
      />
      <Report applied={filter.applied} report={report} />
      <BelowRows>
        <RevenueByMonth filter={filter} />
        <Accounts applied={filter.applied} />
        {isPhone && csv}
      </BelowRows>
    </>
  )
}

PaymentReportPage.load = ((prefetch, { search }) => {
  return prefetch(reportOf(PAYMENT_FILTERING.filterIn(search)))
}) satisfies PageLoader

type ReportProps = {
  applied: PaymentChosen
  report: UseQueryResult<Reply<typeof reportCalls.payments>>
}

function Report({ applied, report }: ReportProps) {
  const text = useText()
  return (
    <ListPage
      list={report}
      page={applied.page}
      lastPageOf={({ summary }) => lastPage(summary.total_transactions, TRANSACTIONS_A_PAGE)}
      totalOf={({ summary }) => summary.total_transactions}
      addressOf={(last) => paths.paymentReport.to({}, PAYMENT_FILTERING.addressOf({ ...applied, page: last }))}
      skeleton={<TableSkeleton />}
      failure={(_, retry) => (
        <Notice kind="failed">
          {text('paymentReport.loadFailed')}{' '}
          <Button variant="subtle" px={8} my={-10} onClick={retry}>
            {text('controls.tryAgain')}
          </Button>
        </Notice>
      )}
    >
      {({ data, summary }) =>
        summary.total_transactions === 0 ? (
          <EmptyState picture="papers" message={text('paymentReport.none')} />
        ) : (
          <TransactionTable transactions={data} order={orderOf(applied)} />
        )
      }
    </ListPage>
  )
}

type Props = { filter: { applied: PaymentChosen; choose: (days: Days) => unknown } }

/** Below the rows, which are worked with. Revenue is money that is here: payments in another state have none. */
function RevenueByMonth({ filter: { applied, choose } }: Props) {
  const text = useText()
  const query = paymentQuery(applied)
  const hasRevenue = applied.status === '' || applied.status === 'captured'
  const months = useQuery({
    ...callQuery(reportCalls.paymentMonths, { query }),
    enabled: hasRevenue,
    placeholderData: keepPreviousData,
  })
  if (!hasRevenue) return null
  return (
    <MonthsCard
      title={text('paymentReport.byMonth')}
      months={months}
      chosenFrom={applied.start_date}
      write={formatRupees}
      onChoose={choose}
    />
  )
}

/** Offers the accountant a file of what moved, and the years, which are a page of their own. */
function Accounts({ applied }: { applied: PaymentChosen }) {
  const text = useText()
  const days = accountedDays(applied, serverToday())
  return (
    <Group className={card.card ?? ''} justify="space-between" gap="sm" mb="lg">
      <Text flex="1 1 20rem">
        {text('paymentReport.accountsHint', {
          from: formatLongDay(days.start_date),
          to: formatLongDay(days.end_date),
        })}
      </Text>
      <SharedRow>
        <Button component={Link} to={paths.financialYears.to({})} variant="subtle">
          {text('titles.financialYears')}
        </Button>
        <DownloadButton
          call={reportCalls.movementsCsv}
          input={{ query: days }}
          icon={<IconReportMoney size={18} aria-hidden />}
          failure={text('paymentReport.accountsFailed', { max: REPORT_MONTHS_MAX })}
        >
          {text('paymentReport.accounts')}
        </DownloadButton>
      </SharedRow>
    </Group>
  )
}

const PAYMENT_FILTERING = {
  ...listFilter({ ...PaymentFilter.shape, sort: PaymentOrder }),
  errorsOf: schemaErrors(PaymentReportQuery),
  report: reportCalls.payments,
}

type PaymentChosen = FilterOf<typeof PAYMENT_FILTERING>

const orderOf = ({ sort }: PaymentChosen): PaymentOrder => sort || 'date-desc'

/** The filter as the chart and the CSV take it, which have an order of their own. */
function paymentQuery(chosen: PaymentChosen) {
  return PAYMENT_FILTERING.queryOf({ ...chosen, sort: '' })
}

function PaymentFilterBar({ filter, ...beside }: { filter: ReportFilter; presets: ReactNode; sort: ReactNode }) {
  const text = useText()
  return (
    <FilterBar filter={filter} {...beside}>
      <FilterSelect
        filter={filter}
        field="status"
        label={text('columns.status')}
        options={choicesOf(labelsOf(paymentStatuses), text)}
      />
      <UserFilter filter={filter} />
      <FilterDay filter={filter} field="start_date" label={text('reports.startDate')} />
      <FilterDay filter={filter} field="end_date" label={text('reports.endDate')} />
    </FilterBar>
  )
}

const USERS_OFFERED = 100
// Long enough to avoid a request for every letter, short enough to feel immediate.
const SETTLE_MS = 150
const TO_FIND = { page: '1', limit: String(USERS_OFFERED) }

/**
 * A select of accounts. If there are too many for a list, a field beside it searches them by name. An admin who may not see the accounts
 * gets none, but for the one that the address of the page has chosen.
 */
function UserFilter({ filter }: { filter: ReportFilter }) {
  const text = useText()
  const user = useUser()
  const maySearch = user !== null && hasDuty(user, 'members')
  const [search, setSearch] = useState('')
  const all = useQuery({ ...pageQuery(userCalls.listAll, { query: TO_FIND }), enabled: maySearch })
  const [settled] = useDebouncedValue(search.trim(), SETTLE_MS)
  const found = useQuery({
    ...pageQuery(userCalls.listAll, { query: { ...TO_FIND, search: settled } }),
    enabled: maySearch && settled !== '',
    placeholderData: keepPreviousData,
  })
  const users = (settled === '' ? all.data : found.data)?.rows ?? []
  const chosen = filter.draft.user_id ?? ''
  const unknown = { value: chosen, label: text('paymentReport.unknownUser', { id: chosen }) }
  const options = users.map(({ id, username, email }) => ({ value: String(id), label: `${username} (${email})` }))

  if (!maySearch && chosen === '') return null
  return (
    <>
      {(all.data?.total ?? 0) > USERS_OFFERED && (
        <TextInput
          type="search"
          label={text('paymentReport.findUser')}
          autoComplete="off"
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <FilterSelect
        filter={filter}
        field="user_id"
        label={text('columns.user')}
        options={withChosen(options, unknown)}
      />
    </>
  )
}

/** The chosen account stays an option, whatever the search text. */
function withChosen(options: Choice[], chosen: Choice): Choice[] {
  const isKnown = chosen.value === '' || options.some(({ value }) => value === chosen.value)
  return isKnown ? options : [chosen, ...options]
}
