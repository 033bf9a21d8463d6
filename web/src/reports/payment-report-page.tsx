import { Button } from '@mantine/core'
import type { Reply } from '@petsetu/contract/call.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { reportCalls } from '@petsetu/contract/reports.ts'
import { formatCount, formatRupees } from '@petsetu/languages/formats.ts'
import { IconCircleCheck, IconCircleX, IconClock, IconCoinRupee, IconReceiptRupee } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import type { LoadFirst } from '../lib/first-data.ts'
import { lastPage } from '../lib/page-param.ts'
import { CallError } from '../lib/request.ts'
import { CountCards } from '../ui/chart/count-cards.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { ListPage } from '../ui/table/list-page.tsx'
import { ChosenFilters } from './chosen-filters.tsx'
import { wordOf } from './filter-bar.tsx'
import { OnlyThese } from './only-these.tsx'
import { PAYMENT_FILTERING, type PaymentChosen } from './payment-filter.ts'
import { PAYMENT_STATUSES, PaymentFilterBar } from './payment-filter-bar.tsx'
import { PaymentReportTitle } from './payment-report-title.tsx'
import { PeriodPresets } from './period-presets.tsx'
import { RevenueByMonth } from './revenue-by-month.tsx'
import { TransactionTable } from './transaction-table.tsx'
import { useReportFilter } from './use-report-filter.ts'

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
  const show = (count: number | undefined) => (count === undefined ? undefined : formatCount(count))

  return (
    <>
      <PaymentReportTitle applied={filter.applied} />
      <PeriodPresets applied={filter.applied} onChoose={filter.choose} />
      <PaymentFilterBar filter={{ ...filter, errors: { ...refused, ...filter.errors } }} />
      {filter.applied.unmatched && <OnlyThese>{text('paymentReport.onlyUnmatched')}</OnlyThese>}
      {filter.applied.payment_id && <OnlyThese>{text('paymentReport.onlyOne')}</OnlyThese>}
      <ChosenFilters filter={filter} words={{ status: wordOf(PAYMENT_STATUSES, filter.applied.status, text) }} />
      <CountCards
        isBusy={report.isPlaceholderData}
        counts={[
          {
            label: text('paymentReport.revenue'),
            value: summary && formatRupees(summary.total_revenue),
            icon: IconCoinRupee,
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
      <RevenueByMonth filter={filter} />
      <Report applied={filter.applied} report={report} />
    </>
  )
}

PaymentReportPage.load = ((prefetch, { search }) => {
  return prefetch(reportOf(PAYMENT_FILTERING.filterIn(search)))
}) satisfies LoadFirst

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
      addressOf={(last) => paths.paymentReport.to({}, PAYMENT_FILTERING.addressOf({ ...applied, page: last }))}
      skeleton={<TableSkeleton />}
      failure={(_, retry) => (
        <Notice kind="failed">
          {text('paymentReport.loadFailed')}{' '}
          <Button variant="subtle" color="heart" px={8} my={-10} onClick={retry}>
            {text('controls.tryAgain')}
          </Button>
        </Notice>
      )}
    >
      {({ data, summary }) =>
        summary.total_transactions === 0 ? (
          <EmptyState icon={<IconReceiptRupee size={36} stroke={1.5} />} message={text('paymentReport.none')} />
        ) : (
          <TransactionTable transactions={data} order={applied.sort || 'date-desc'} />
        )
      }
    </ListPage>
  )
}
