import type { PaymentStatus as Status } from '@petsetu/contract/payments.ts'
import { IconArrowBackUp, IconCircleCheck, IconCircleX, IconClock, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { StatusBadge, type Tone } from '../ui/feedback/status-badge.tsx'

const STATUS_BADGES: Record<Status, { label: string; tone: Tone; icon: ComponentType<IconProps> }> = {
  created: { label: 'Created', tone: 'pending', icon: IconClock },
  authorized: { label: 'Authorized', tone: 'pending', icon: IconClock },
  captured: { label: 'Captured', tone: 'active', icon: IconCircleCheck },
  failed: { label: 'Failed', tone: 'cancelled', icon: IconCircleX },
  refunded: { label: 'Refunded', tone: 'expired', icon: IconArrowBackUp },
}

export function PaymentStatus({ status }: { status: Status }) {
  const { label, ...look } = STATUS_BADGES[status]
  return <StatusBadge {...look}>{label}</StatusBadge>
}
