import type { ListedBreach } from '@petsetu/contract/people/breaches.ts'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { formatLongTime } from '../../../../platform/languages/page-formats.ts'
import { useText } from '../../../../platform/languages/use-text.tsx'
import classes from './breaches.module.css'

/** Says until when an authority has to be told, or since when it is. */
export function ClockState({ clock: { due_at, told_at, is_late } }: { clock: ListedBreach['team'] }) {
  const text = useText()
  if (told_at) {
    return (
      <span className={classes.clock}>
        <IconCheck size={18} aria-hidden />
        {text(is_late ? 'breaches.toldLate' : 'breaches.told', { time: formatLongTime(told_at) })}
      </span>
    )
  }
  return (
    <span className={classes.clock} data-late={is_late}>
      {is_late && <IconAlertTriangle size={18} aria-hidden />}
      {text(is_late ? 'breaches.late' : 'breaches.due', { time: formatLongTime(due_at) })}
    </span>
  )
}
