import type { ReactNode } from 'react'
import classes from './with-reference.module.css'

/** Names a complaint in a list, with the reference below, which stands in mails and on receipts. */
export function WithReference({ reference, children }: { reference: string; children: ReactNode }) {
  return (
    <span className={classes.named}>
      <span>{children}</span> <small>{reference}</small>
    </span>
  )
}
