import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useCallback } from 'react'
import classes from './notice.module.css'

type Kind = 'done' | 'failed' | 'info'

const ICONS = { done: IconCircleCheck, failed: IconAlertTriangle, info: IconInfoCircle }

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
  const focus = useCallback(
    (node: HTMLDivElement | null) => {
      if (!takesFocus || !node) return
      node.focus({ preventScroll: true })
      // `focus` would move it to the middle of the screen. Here, after the rendering, the height of the page is the new one.
      node.scrollIntoView({ block: 'nearest' })
    },
    [takesFocus],
  )
  return (
    <div
      ref={focus}
      {...(takesFocus && { tabIndex: -1 })}
      className={classes.notice}
      data-kind={kind}
      role={isAlert ? 'alert' : 'status'}
    >
      <Icon className={classes.icon} size={22} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
