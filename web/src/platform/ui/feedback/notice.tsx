import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTakenFocus } from '../../lib/take-focus.ts'
import classes from './notice.module.css'

type Kind = 'done' | 'failed' | 'warning' | 'info'

const ICONS = { done: IconCircleCheck, failed: IconAlertTriangle, warning: IconAlertTriangle, info: IconInfoCircle }

type Props = {
  kind: Kind
  children: ReactNode
  takesFocus?: boolean
  /** Screen readers announce it at once, as they do a failure. */
  isAlert?: boolean
}

/** A message in the page. A screen reader announces a failure at once and anything else when it is idle. */
export function Notice({ kind, children, takesFocus = false, isAlert = kind === 'failed' }: Props) {
  const Icon = ICONS[kind]
  return (
    <div {...useTakenFocus(takesFocus)} className={classes.notice} data-kind={kind} role={isAlert ? 'alert' : 'status'}>
      <Icon className={classes.icon} size={22} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
