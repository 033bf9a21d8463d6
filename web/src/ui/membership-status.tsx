import type { MembershipStatus as Status } from '@petsetu/contract/memberships.ts'
import { IconCircleCheck, IconCircleX, IconClock, IconHourglassEmpty, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { StatusBadge } from './status-badge.tsx'

const LOOKS: Record<Status, { label: string; icon: ComponentType<IconProps> }> = {
  active: { label: 'Active', icon: IconCircleCheck },
  expired: { label: 'Expired', icon: IconHourglassEmpty },
  cancelled: { label: 'Cancelled', icon: IconCircleX },
  pending: { label: 'Pending', icon: IconClock },
}

/** Where a membership stands. */
export function MembershipStatus({ status }: { status: Status }) {
  const { label, icon } = LOOKS[status]
  return (
    <StatusBadge tone={status} icon={icon}>
      {label}
    </StatusBadge>
  )
}
