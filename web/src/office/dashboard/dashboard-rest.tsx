import { useMediaQuery } from '@mantine/hooks'
import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { formatCount, formatRupees } from '@petsetu/languages/formats.ts'
import { formatShortDay } from '@petsetu/languages/months.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import card from '../../platform/ui/layout/card.module.css'
import fold from '../../platform/ui/layout/unfolds.module.css'
import classes from './dashboard-page.module.css'
import { LatestEvents } from './latest-events.tsx'
import { TryAgain } from './try-again.tsx'
import workListStyles from './work-list.module.css'

/** Shows everything below the work that waits and the figures. */
export function DashboardRest() {
  const text = useText()
  return (
    <>
      <LookBack heading={text('dashboardEvents.heading')}>
        <LatestEvents />
      </LookBack>
      <LookBack heading={text('dashboardWork.weeks')}>
        <WeekTable />
      </LookBack>
    </>
  )
}

/** A part about what has been, folded on a phone. */
function LookBack({ heading, children }: { heading: string; children: ReactNode }) {
  const isPhone = useMediaQuery('(width < 600px)', false, { getInitialValueInEffect: false })
  const title = <h2 className={classes.heading}>{heading}</h2>
  if (isPhone)
    return (
      <details className={classes.folded}>
        <summary className={fold.unfolds}>{title}</summary>
        {children}
      </details>
    )
  return (
    <>
      {title}
      {children}
    </>
  )
}

type Week = Reply<typeof dashboardCalls.weeks>['data'][number]

/** Complaints and revenue by week, as bars in a table: each value is read without pointing at its bar. */
function WeekTable() {
  const text = useText()
  const weeks = useQuery(callQuery(dashboardCalls.weeks, {}))
  return (
    <Loaded
      query={weeks}
      skeleton={<TableSkeleton rows={6} />}
      failure={(_, retry) => <TryAgain message={text('dashboardWork.weeksFailed')} onRetry={retry} />}
    >
      {({ data }) => <Weeks weeks={data} />}
    </Loaded>
  )
}

function Weeks({ weeks }: { weeks: Week[] }) {
  const text = useText()
  const language = useLanguage()
  const rows = [...weeks].reverse()
  const scales = {
    complaints: scaleOf(rows.map(({ complaints }) => complaints)),
    revenue: scaleOf(rows.map(({ revenue }) => revenue)),
  }
  return (
    <div className={card.card}>
      <table className={workListStyles.weeks}>
        <caption className="visually-hidden">{text('dashboardWork.weeksCaption')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('dashboardWork.week')}</th>
            <th scope="col">{text('dashboardWork.complaints')}</th>
            <th scope="col">{text('dashboardWork.revenue')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ monday, complaints, revenue }) => (
            <tr key={monday}>
              <th scope="row">{formatShortDay(monday, language)}</th>
              <td>
                <Measure written={formatCount(complaints)} value={complaints} scale={scales.complaints} />
              </td>
              <td>
                <Measure written={formatRupees(revenue)} value={revenue} scale={scales.revenue} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {(scales.complaints.isCut || scales.revenue.isCut) && (
        <p className={workListStyles.note}>{text('dashboardWork.cutBar', { times: CUT_TIMES })}</p>
      )}
    </div>
  )
}

type MeasureProps = { written: string; value: number; scale: Scale }

function Measure({ written, value, scale: { full, max } }: MeasureProps) {
  const isCut = value > max
  return (
    <div className={workListStyles.measure}>
      {written}
      {value > 0 && (
        <span
          className={workListStyles.bar}
          data-cut={isCut}
          style={{ width: isCut ? '100%' : `${(value / full) * 100}%` }}
          aria-hidden
        />
      )}
    </div>
  )
}

// A bar is cut if its week is more than this many times the median week: to scale, it would leave the others hardly a line.
const CUT_TIMES = 10
// The other bars end here, so that the cut one is the longest.
const BESIDE_CUT = 0.75

/** `full` is the value of a bar of the whole width, `max` the largest that is not cut. */
type Scale = { full: number; max: number; isCut: boolean }

function scaleOf(values: number[]): Scale {
  const weeks = values.filter((value) => value > 0).sort((one, other) => one - other)
  const median = weeks[Math.floor((weeks.length - 1) / 2)] ?? 0
  const max = weeks.findLast((value) => value <= median * CUT_TIMES) ?? 0
  const isCut = weeks.some((value) => value > max)
  return { full: isCut ? max / BESIDE_CUT : max, max, isCut }
}
