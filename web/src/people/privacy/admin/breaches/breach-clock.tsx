import type { ListedBreach } from '@petsetu/contract/people/breaches.ts'
import { indianClock } from '@petsetu/contract/platform/calendar.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { useText } from '../../../../platform/languages/use-text.tsx'
import { formatMediumTime } from '../../../../platform/lists/medium-days.ts'
import classes from './breach-clock.module.css'

/** Says until when the authority of the column has to be told, or since when it is. */
export function ClockState({ clock }: { clock: ListedBreach['team'] }) {
  const text = useText()
  const due = () =>
    text(clock.is_late ? 'breaches.lateShort' : 'breaches.dueShort', { time: formatMediumTime(clock.due_at) })
  const words = clock.told_at ? clockWords(clock, text) : due()
  const time = formatMediumTime(clock.told_at ?? clock.due_at)
  const [before, after] = words.split(time)
  return (
    <>
      {before}
      <span className={classes.time}>{time}</span>
      {after}
    </>
  )
}

export function clockWords({ due_at, told_at, is_late }: ListedBreach['team'], text: Translate): string {
  if (told_at) return text(is_late ? 'breaches.toldLate' : 'breaches.told', { time: formatMediumTime(told_at) })
  return text(is_late ? 'breaches.late' : 'breaches.due', { time: formatMediumTime(due_at) })
}

// A field for a day and a time shows them as they are in India, wherever its reader is.
const INDIA = '+05:30'

/** The value of a field `datetime-local` for this instant. */
export function typedInstant(instant: string): string {
  return indianClock(new Date(instant)).toISOString().slice(0, 16)
}

/** The value of such a field for this minute. */
export const typedNow = (): string => typedInstant(new Date().toISOString())

/** The instant that such a field says; empty text stays as it is, and the schema refuses it. */
export function instantOf(typed: string): string {
  return typed === '' ? '' : `${typed}:00${INDIA}`
}
