import type { PaymentStatus as Status } from '@petsetu/contract/payments/payments.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconArrowBackUp, IconCircleCheck, IconCircleX, IconClock, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useText } from '../platform/languages/use-text.tsx'
import { StatusBadge, type Tone } from '../platform/ui/feedback/status-badge.tsx'

const STATUS_BADGES: Record<Status, { label: PlainId; tone: Tone; icon: ComponentType<IconProps> }> = {
  created: { label: 'paymentStatus.created', tone: 'pending', icon: IconClock },
  authorized: { label: 'paymentStatus.authorized', tone: 'pending', icon: IconClock },
  captured: { label: 'paymentStatus.captured', tone: 'active', icon: IconCircleCheck },
  failed: { label: 'paymentStatus.failed', tone: 'cancelled', icon: IconCircleX },
  refunded: { label: 'paymentStatus.refunded', tone: 'expired', icon: IconArrowBackUp },
}

export function PaymentStatus({ status }: { status: Status }) {
  const text = useText()
  const { label, ...badge } = STATUS_BADGES[status]
  return <StatusBadge {...badge}>{text(label)}</StatusBadge>
}
