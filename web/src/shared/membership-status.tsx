import type { MembershipStatus as Status } from '@petsetu/contract/supporters/memberships.ts'
import type { PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconCircleCheck, IconCircleX, IconClock, IconHourglassEmpty, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useText } from '../platform/languages/use-text.tsx'
import { StatusBadge } from '../platform/ui/feedback/status-badge.tsx'

const STATUS_BADGES: Record<Status, { label: PlainId; icon: ComponentType<IconProps> }> = {
  active: { label: 'membershipStatus.active', icon: IconCircleCheck },
  expired: { label: 'membershipStatus.expired', icon: IconHourglassEmpty },
  cancelled: { label: 'membershipStatus.cancelled', icon: IconCircleX },
  pending: { label: 'membershipStatus.pending', icon: IconClock },
}

/** The names of a member's own plan. */
export const PLAN_NAMES: Record<PlanCategory, PlainId> = {
  regular: 'myMembership.regularPlan',
  premium: 'myMembership.premiumPlan',
}

export function MembershipStatus({ status }: { status: Status }) {
  const text = useText()
  const { label, icon } = STATUS_BADGES[status]
  return (
    <StatusBadge tone={status} icon={icon}>
      {text(label)}
    </StatusBadge>
  )
}
