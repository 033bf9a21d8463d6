import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import classes from './status-badge.module.css'

export type Tone = 'active' | 'expired' | 'cancelled' | 'pending' | 'brand'

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
