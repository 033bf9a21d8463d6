import { today } from '@petsetu/contract/dates.ts'
import { REPORT_MONTHS_MAX } from '@petsetu/contract/report-filters.ts'
import { reportCalls } from '@petsetu/contract/reports.ts'
import { IconReportMoney } from '@tabler/icons-react'
import { formatLongDay } from '../languages/page-text.ts'
import { useText } from '../languages/use-text.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { DownloadButton } from '../ui/table/download-button.tsx'
import { DownloadCsv } from '../ui/table/download-csv.tsx'
import classes from './filter-bar.module.css'
import { type PaymentChosen, paymentQuery } from './payment-filter.ts'
import { accountedDays } from './preset-days.ts'

/** The page's title with its two files: the rows as they are, and their sums for the accountant. */
export function PaymentReportTitle({ applied }: { applied: PaymentChosen }) {
  const text = useText()
  const days = accountedDays(applied, today())
  return (
    <PageTitle
      hint={text('paymentReport.accountsHint', {
        from: formatLongDay(days.start_date),
        to: formatLongDay(days.end_date),
      })}
      aside={
        <div className={classes.buttons}>
          <DownloadButton
            call={reportCalls.accountsCsv}
            input={{ query: days }}
            icon={<IconReportMoney size={18} aria-hidden />}
            failure={text('paymentReport.accountsFailed', { max: REPORT_MONTHS_MAX })}
          >
            {text('paymentReport.accounts')}
          </DownloadButton>
          <DownloadCsv call={reportCalls.paymentsCsv} input={{ query: paymentQuery(applied) }} />
        </div>
      }
    >
      {text('titles.paymentReport')}
    </PageTitle>
  )
}
