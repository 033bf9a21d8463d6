import type { MembershipStatus as Status } from '@petsetu/contract/memberships.ts'
import { IconCircleCheck, IconCircleX, IconClock, IconHourglassEmpty, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { StatusBadge } from '../ui/feedback/status-badge.tsx'

const STATUS_BADGES: Record<Status, { label: string; icon: ComponentType<IconProps> }> = {
  active: { label: 'Active', icon: IconCircleCheck },
  expired: { label: 'Expired', icon: IconHourglassEmpty },
  cancelled: { label: 'Cancelled', icon: IconCircleX },
  pending: { label: 'Pending', icon: IconClock },
}

export function MembershipStatus({ status }: { status: Status }) {
  const { label, icon } = STATUS_BADGES[status]
  return (
    <StatusBadge tone={status} icon={icon}>
      {label}
    </StatusBadge>
  )
}
