import type { ReactNode } from 'react'
import classes from './state-box.module.css'

type Sign = { icon: ReactNode; picture?: never } | { picture: string; icon?: never }
type Props = Sign & { message: string; children?: ReactNode }

/** Replaces an empty list: an icon or a drawing, a message, and below it what to do first. */
export function EmptyState({ icon, picture, message, children }: Props) {
  return (
    <div className={classes.box}>
      {picture ? (
        <img src={picture} width="280" height="176" alt="" />
      ) : (
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
      )}
      <p className={classes.message}>{message}</p>
      {children && <div className={classes.more}>{children}</div>}
    </div>
  )
}
