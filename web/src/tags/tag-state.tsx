import type { Tag } from '@petsetu/contract/tags.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconCircleCheck, IconCircleDashed, IconCircleX, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useText } from '../languages/use-text.tsx'
import { StatusBadge, type Tone } from '../ui/feedback/status-badge.tsx'

export const STATES = {
  blank: 'tags.blank',
  registered: 'tags.registered',
  spent: 'tags.spent',
} as const satisfies Record<Tag['state'], PlainId>

const BADGES: Record<Tag['state'], { tone: Tone; icon: ComponentType<IconProps> }> = {
  blank: { tone: 'brand', icon: IconCircleDashed },
  registered: { tone: 'active', icon: IconCircleCheck },
  spent: { tone: 'expired', icon: IconCircleX },
}

export function TagState({ state }: { state: Tag['state'] }) {
  const text = useText()
  return <StatusBadge {...BADGES[state]}>{text(STATES[state])}</StatusBadge>
}
