import { pluralValues } from '@petsetu/languages/formats.ts'
import { formatLongDay } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { serverToday } from '../../platform/lib/requests/server-clock.ts'
import { formatMediumDay } from '../../platform/lists/medium-days.ts'
import { Late, Near } from '../../platform/ui/layout/panel.tsx'
import { HOUR_MS, useMinute } from './breach-hours.tsx'

const DAY_MS = 86_400_000

/** Says by how many days something is late, or that it is due today or tomorrow. A later day is not urgent: nothing is shown. */
export function DueBadge({ day }: { day: string }) {
  const text = useText()
  const left = daysUntil(day)
  if (left < 0) return <Late>{text('dashboardWork.overdueBy', pluralValues(-left))}</Late>
  if (left > 1) return null
  return <Near>{text(left === 0 ? 'complaintDetail.dueToday' : 'complaintDetail.dueTomorrow')}</Near>
}

/** A due day in a row: in its place how late it is, or that it is today or tomorrow. */
export function DueInRow({ day }: { day: string }) {
  const written = formatMediumDay(day)
  if (daysUntil(day) > 1) return written
  return (
    <span title={written}>
      <DueBadge day={day} />
    </span>
  )
}

/** A due day among the facts of a record, with its urgency while something is still to be done. */
export function DueFact({ day, isOpen }: { day: string; isOpen: boolean }) {
  return (
    <>
      {isOpen && <DueBadge day={day} />} <span style={{ display: 'inline-block' }}>{formatLongDay(day)}</span>
    </>
  )
}

/** Returns the days of the Indian calendar from today to a day, below zero for one that is over. */
export function daysUntil(day: string): number {
  return Math.round((Date.parse(day) - Date.parse(serverToday())) / DAY_MS)
}

/** Shows the hours that are left to tell a person that the grievance has come. */
export function AcknowledgeHours({ dueAt }: { dueAt: string }) {
  const text = useText()
  const hours = Math.floor((Date.parse(dueAt) - useMinute()) / HOUR_MS)
  if (hours < 0) return <Late>{text('grievances.acknowledgeLate')}</Late>
  return <Near>{hours === 0 ? text('breaches.lastHour') : text('grievances.acknowledgeLeft', { hours })}</Near>
}
