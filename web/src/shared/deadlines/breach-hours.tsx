import type { ListedBreach } from '@petsetu/contract/people/breaches.ts'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconProgress } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { StatusBadge } from '../../platform/ui/feedback/status-badge.tsx'

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

/** With less time than this, telling an authority of a breach cannot wait. */
export const RED_MS = 6 * HOUR_MS

type Props = { authority: 'team' | 'board'; dueAt: number; isLate?: boolean }

/** Shows the hours that are left to tell an authority of a breach. */
export function BreachHours({ authority, dueAt, isLate = false }: Props) {
  const text = useText()
  const left = dueAt - useMinute()
  const hours = Math.floor(left / HOUR_MS)
  const isTeam = authority === 'team'
  if (isLate || hours < 0)
    return (
      <StatusBadge tone="cancelled" icon={IconAlertTriangle}>
        {text(isTeam ? 'breaches.teamLate' : 'breaches.boardLate')}
      </StatusBadge>
    )
  return (
    <StatusBadge tone={left < RED_MS ? 'cancelled' : 'pending'} icon={IconClock}>
      {hours === 0 ? text('breaches.lastHour') : text(isTeam ? 'breaches.teamLeft' : 'breaches.boardLeft', { hours })}
    </StatusBadge>
  )
}

/** Says what has to be done next about a breach: the hours that are left to tell an authority, or the letters. */
export function NextStep({ breach: { team, board, letters_at, closed_at } }: { breach: ListedBreach }) {
  const text = useText()
  if (closed_at)
    return (
      <StatusBadge tone="expired" icon={IconCircleCheck}>
        {text('breaches.closed')}
      </StatusBadge>
    )
  const isTeam = team.told_at === null
  const clock = isTeam ? team : board
  if (clock.told_at !== null)
    return (
      <StatusBadge tone={letters_at ? 'brand' : 'pending'} icon={letters_at ? IconProgress : IconClock}>
        {text(letters_at ? 'breaches.open' : 'breaches.lettersMissing')}
      </StatusBadge>
    )
  return <BreachHours authority={isTeam ? 'team' : 'board'} dueAt={Date.parse(clock.due_at)} isLate={clock.is_late} />
}

/** The time now, to the minute. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
