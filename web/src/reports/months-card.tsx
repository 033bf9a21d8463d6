import { Skeleton } from '@mantine/core'
import type { ReportMonths } from '@petsetu/contract/reports.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useText } from '../languages/use-text.tsx'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import type { MonthChartProps } from './month-chart.tsx'

const MonthChart = lazy(async () => ({ default: (await import('./month-chart.tsx')).MonthChart }))

type Props = Pick<MonthChartProps, 'title' | 'chosenFrom' | 'write' | 'onChoose'> & {
  months: UseQueryResult<{ data: ReportMonths }>
}

/** The chart of a report by month, whose code and figures load after the page. */
export function MonthsCard({ months, ...chart }: Props) {
  const text = useText()
  const waiting = <Skeleton height="27rem" mb={24} />
  if (months.isPending) return waiting
  if (months.isError) return <ErrorBox message={text('reports.chartFailed')} onRetry={months.refetch} />
  return (
    <Suspense fallback={waiting}>
      <MonthChart counted={months.data.data} isBusy={months.isPlaceholderData} {...chart} />
    </Suspense>
  )
}
