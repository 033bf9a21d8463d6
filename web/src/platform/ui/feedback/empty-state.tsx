import type { ReactNode } from 'react'
import classes from './state-box.module.css'

type Props = {
  picture: 'card' | 'find' | 'letters' | 'papers' | 'pets'
  message: string
  children?: ReactNode
}

/** Replaces an empty list: a drawing, a message, and below it what to do first. */
export function EmptyState({ picture, message, children }: Props) {
  return (
    <div className={classes.box}>
      <img src={`/drawing-${picture}.svg`} width="210" height="132" alt="" />
      <p className={classes.message}>{message}</p>
      {children && <div className={classes.more}>{children}</div>}
    </div>
  )
}
