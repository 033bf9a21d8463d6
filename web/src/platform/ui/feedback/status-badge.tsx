import type { StatusIcon, StatusLook, Tone } from '@petsetu/contract/platform/registry.ts'
import {
  IconArchive,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconHandStop,
  IconHourglassEmpty,
  IconProgress,
  type IconProps,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useText } from '../../languages/use-text.tsx'
import classes from './status-badge.module.css'

export const STATUS_ICONS: Record<StatusIcon, ComponentType<IconProps>> = {
  archive: IconArchive,
  back: IconArrowBackUp,
  check: IconCircleCheck,
  clock: IconClock,
  cross: IconCircleX,
  dashed: IconCircleDashed,
  hand: IconHandStop,
  hourglass: IconHourglassEmpty,
  progress: IconProgress,
}

/** A status of a registry. */
export function Status({ look: { label, tone, icon } }: { look: StatusLook }) {
  const text = useText()
  return (
    <StatusBadge tone={tone} icon={STATUS_ICONS[icon]}>
      {text(label)}
    </StatusBadge>
  )
}

type Props = { tone: Tone; icon: ComponentType<IconProps>; children: string }

/** A status as text, icon and colour, so that nobody depends only on the colour. */
export function StatusBadge({ tone, icon: Icon, children }: Props) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size={18} stroke={2} aria-hidden />
      {children}
    </span>
  )
}
