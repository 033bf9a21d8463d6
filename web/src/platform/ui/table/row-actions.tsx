import type { ReactNode } from 'react'
import classes from './row-actions.module.css'

/** The buttons of a row. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}
