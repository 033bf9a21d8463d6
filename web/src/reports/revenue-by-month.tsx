import { reportCalls } from '@petsetu/contract/reports.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { MonthsCard } from './months-card.tsx'
import { type PaymentChosen, paymentQuery } from './payment-filter.ts'
import type { Days } from './preset-days.ts'

type Props = { filter: { applied: PaymentChosen; choose: (days: Days) => unknown } }

/** Revenue is money that is here: payments in another state have none. */
export function RevenueByMonth({ filter: { applied, choose } }: Props) {
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
