import type { Tag } from '@petsetu/contract/tags.ts'
import { IconCircleCheck, IconCircleDashed, IconCircleX, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { StatusBadge, type Tone } from '../ui/feedback/status-badge.tsx'

type Look = { label: string; tone: Tone; icon: ComponentType<IconProps> }

export const STATE_LOOKS: Record<Tag['state'], Look> = {
  blank: { label: 'Blank', tone: 'brand', icon: IconCircleDashed },
  registered: { label: 'Registered', tone: 'active', icon: IconCircleCheck },
  spent: { label: 'Spent', tone: 'expired', icon: IconCircleX },
}

export function TagState({ state }: { state: Tag['state'] }) {
  const { label, ...look } = STATE_LOOKS[state]
  return <StatusBadge {...look}>{label}</StatusBadge>
}
