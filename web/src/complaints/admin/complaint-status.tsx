import type { ComplaintPaymentStatus, ComplaintStatus } from '@petsetu/contract/complaints.ts'
import {
  IconArchive,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconProgress,
  type IconProps,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx'

type Look = { label: string; tone: Tone; icon: ComponentType<IconProps> }

/** In the order in which a case goes through them. */
export const STATUS_BADGES: Record<ComplaintStatus, Look> = {
  pending: { label: 'Pending', tone: 'pending', icon: IconClock },
  in_progress: { label: 'In Progress', tone: 'brand', icon: IconProgress },
  resolved: { label: 'Resolved', tone: 'active', icon: IconCircleCheck },
  closed: { label: 'Closed', tone: 'expired', icon: IconArchive },
}

const PAYMENT_BADGES: Record<ComplaintPaymentStatus, Look> = {
  none: { label: 'Not Paid', tone: 'expired', icon: IconCircleDashed },
  pending: { label: 'Pending', tone: 'pending', icon: IconClock },
  failed: { label: 'Failed', tone: 'cancelled', icon: IconCircleX },
  paid: { label: 'Paid', tone: 'active', icon: IconCircleCheck },
  refunded: { label: 'Refunded', tone: 'expired', icon: IconArrowBackUp },
}

export function CaseStatus({ status }: { status: ComplaintStatus }) {
  const { label, ...look } = STATUS_BADGES[status]
  return <StatusBadge {...look}>{label}</StatusBadge>
}

/** `none` is the text for a complaint without a payment. */
export function FeeStatus({ status, none }: { status: ComplaintPaymentStatus; none: 'Not Paid' | 'Not Required' }) {
  const { label, ...look } = PAYMENT_BADGES[status]
  return <StatusBadge {...look}>{status === 'none' ? none : label}</StatusBadge>
}
