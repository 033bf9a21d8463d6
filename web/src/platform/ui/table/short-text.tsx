import type { ReactNode } from 'react'
import classes from './short-text.module.css'

type Props = { lines?: 1 | 2; title?: string; children: ReactNode }

/** A text that somebody has typed, at most two lines of it in a table; the pointer shows the rest, which a card and paper have. */
export function ShortText({ lines = 2, title, children }: Props) {
  return (
    <span className={classes.text} data-lines={lines} title={title ?? (typeof children === 'string' ? children : '')}>
      {children}
    </span>
  )
}
