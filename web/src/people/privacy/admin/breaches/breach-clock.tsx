import { Group } from '@mantine/core'
import type { ListedBreach } from '@petsetu/contract/people/breaches.ts'
import { indianClock } from '@petsetu/contract/platform/calendar.ts'
import { IconCheck } from '@tabler/icons-react'
import { formatLongTime } from '../../../../platform/languages/page-formats.ts'
import { useText } from '../../../../platform/languages/use-text.tsx'
import { Late, Near } from '../../../../platform/ui/layout/panel.tsx'

type Props = { clock: ListedBreach['team']; format?: (instant: string) => string }

/** Says until when an authority has to be told, or since when it is. */
export function ClockState({ clock: { due_at, told_at, is_late }, format = formatLongTime }: Props) {
  const text = useText()
  if (told_at) {
    return (
      <Group component="span" display="inline-flex" gap={6} wrap="nowrap">
        <IconCheck size={18} aria-hidden style={{ flex: 'none' }} />
        {text(is_late ? 'breaches.toldLate' : 'breaches.told', { time: format(told_at) })}
      </Group>
    )
  }
  const due = format(due_at)
  return is_late ? (
    <Late>{text('breaches.late', { time: due })}</Late>
  ) : (
    <Near>{text('breaches.due', { time: due })}</Near>
  )
}

// A field for a day and a time shows them as they are in India, wherever its reader is.
const INDIA = '+05:30'

/** The value of a field `datetime-local` for this instant. */
export function typedInstant(instant: string): string {
  return indianClock(new Date(instant)).toISOString().slice(0, 16)
}

/** The instant that such a field says; empty text stays as it is, and the schema refuses it. */
export function instantOf(typed: string): string {
  return typed === '' ? '' : `${typed}:00${INDIA}`
}
