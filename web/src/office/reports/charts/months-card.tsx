import { Skeleton } from '@mantine/core'
import type { ReportMonths } from '@petsetu/contract/office/reports.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useText } from '../../../platform/languages/use-text.tsx'
import { lazyPart } from '../../../platform/ui/feedback/lazy-part.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import type { MonthChartProps } from './month-chart.tsx'

const WAITING = <Skeleton height="27rem" mb={24} />

const MonthChart = lazyPart(async () => (await import('./month-chart.tsx')).MonthChart, { fallback: WAITING })

type Props = Pick<MonthChartProps, 'title' | 'chosenFrom' | 'write' | 'onChoose'> & {
  months: UseQueryResult<{ data: ReportMonths }>
}

/** The chart of a report by month, whose code and figures load after the page. */
export function MonthsCard({ months, ...chart }: Props) {
  const text = useText()
  return (
    <Loaded query={months} skeleton={WAITING} failure={text('reports.chartFailed')}>
      {({ data }) => <MonthChart counted={data} isBusy={months.isPlaceholderData} {...chart} />}
    </Loaded>
  )
}
