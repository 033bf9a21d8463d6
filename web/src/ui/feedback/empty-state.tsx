import type { ReactNode } from 'react'
import classes from './state-box.module.css'

type Props = { icon: ReactNode; message: string; children?: ReactNode }

/** Replaces an empty list: a message, and below it what to do first. */
export function EmptyState({ icon, message, children }: Props) {
  return (
    <div className={classes.box}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <p className={classes.message}>{message}</p>
      {children && <div className={classes.more}>{children}</div>}
    </div>
  )
}
