import { FEE_LABELS, STATUS_LABELS } from '@petsetu/contract/complaints/complaint-labels.ts'
import type { ComplaintPaymentStatus, ComplaintStatus } from '@petsetu/contract/complaints/complaints.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
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
import { useText } from '../platform/languages/use-text.tsx'
import { StatusBadge, type Tone } from '../platform/ui/feedback/status-badge.tsx'

type Badge = { id: PlainId; tone: Tone; icon: ComponentType<IconProps> }

/** In the order in which a case goes through them. */
export const STATUS_BADGES: Record<ComplaintStatus, Badge> = {
  pending: { id: STATUS_LABELS.pending, tone: 'pending', icon: IconClock },
  in_progress: { id: STATUS_LABELS.in_progress, tone: 'brand', icon: IconProgress },
  resolved: { id: STATUS_LABELS.resolved, tone: 'active', icon: IconCircleCheck },
  closed: { id: STATUS_LABELS.closed, tone: 'expired', icon: IconArchive },
}

const PAYMENT_BADGES: Record<ComplaintPaymentStatus, Badge> = {
  none: { id: FEE_LABELS.none, tone: 'expired', icon: IconCircleDashed },
  pending: { id: FEE_LABELS.pending, tone: 'pending', icon: IconClock },
  failed: { id: FEE_LABELS.failed, tone: 'cancelled', icon: IconCircleX },
  paid: { id: FEE_LABELS.paid, tone: 'active', icon: IconCircleCheck },
  refunded: { id: FEE_LABELS.refunded, tone: 'expired', icon: IconArrowBackUp },
}

export function CaseStatus({ status }: { status: ComplaintStatus }) {
  const text = useText()
  const { id, ...look } = STATUS_BADGES[status]
  return <StatusBadge {...look}>{text(id)}</StatusBadge>
}

type FeeProps = { status: ComplaintPaymentStatus; none?: PlainId }

/** `none` replaces the text for a complaint without a payment. */
export function FeeStatus({ status, none = PAYMENT_BADGES.none.id }: FeeProps) {
  const text = useText()
  const { id, ...look } = PAYMENT_BADGES[status]
  return <StatusBadge {...look}>{text(status === 'none' ? none : id)}</StatusBadge>
}
