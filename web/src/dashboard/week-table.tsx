import type { Reply } from '@petsetu/contract/call.ts'
import { dashboardCalls } from '@petsetu/contract/dashboard.ts'
import { formatCount, formatRupees } from '@petsetu/languages/formats.ts'
import { formatShortDay } from '@petsetu/languages/months.ts'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { TableSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import card from '../ui/layout/card.module.css'
import { TryAgain } from './try-again.tsx'
import classes from './work-list.module.css'

type Week = Reply<typeof dashboardCalls.weeks>['data'][number]

/** Complaints and revenue by week, as bars in a table: each value is read without pointing at its bar. */
export function WeekTable() {
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
  const most = {
    complaints: Math.max(1, ...rows.map(({ complaints }) => complaints)),
    revenue: Math.max(1, ...rows.map(({ revenue }) => revenue)),
  }
  return (
    <div className={card.card}>
      <table className={classes.weeks}>
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
                <Measure written={formatCount(complaints)} share={complaints / most.complaints} />
              </td>
              <td>
                <Measure written={formatRupees(revenue)} share={revenue / most.revenue} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Measure({ written, share }: { written: string; share: number }) {
  return (
    <div className={classes.measure}>
      {written}
      <span className={classes.bar} style={{ width: `${Math.max(0, share) * 100}%` }} aria-hidden />
    </div>
  )
}
