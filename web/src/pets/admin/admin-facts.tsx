import { Group } from '@mantine/core'
import type { Pet } from '@petsetu/contract/pets/pets.ts'
import { formatShortDay } from '@petsetu/languages/months.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconAlertTriangle, IconMapPin, type IconProps, IconUser } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { pageLanguage } from '../../platform/languages/page-language.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { serverToday } from '../../platform/lib/requests/server-clock.ts'
import { formatMediumDay } from '../../platform/lists/medium-days.ts'
import { StatusBadge } from '../../platform/ui/feedback/status-badge.tsx'

/** Shows on the card of a pet what its owner knows, and others do not. */
export function AdminFacts({ pet: { lost, ownerName, location } }: { pet: Pet }) {
  const text = useText()
  return (
    <>
      {lost && (
        <StatusBadge tone="cancelled" icon={IconAlertTriangle}>
          {lostSince(lost, text)}
        </StatusBadge>
      )}
      {ownerName && <Fact icon={IconUser}>{ownerName}</Fact>}
      {location && <Fact icon={IconMapPin}>{location}</Fact>}
    </>
  )
}

/** An owner may be written as 'Ask for the family': the icon tells it from the place. */
function Fact({ icon: Icon, children }: { icon: ComponentType<IconProps>; children: string }) {
  return (
    <Group c="dimmed" gap={6} wrap="nowrap" align="flex-start">
      <Icon size={16} stroke={1.75} style={{ flex: 'none', marginTop: 4 }} aria-hidden />
      <span style={{ minWidth: 0 }}>{children}</span>
    </Group>
  )
}

export function lostSince({ since }: { since: string }, text: Translate): string {
  return text('petList.lostSince', { day: dayOf(since) })
}

/** A day of this year needs no year, so that it fits in one line of a card. */
function dayOf(day: string): string {
  const isThisYear = day.slice(0, 4) === serverToday().slice(0, 4)
  return isThisYear ? formatShortDay(day, pageLanguage()) : formatMediumDay(day)
}
