import type { ReactNode } from 'react'
import classes from './with-reference.module.css'

type Props = {
  reference: string
  children: ReactNode
}

/** Names a complaint in a list, with the reference, which stands in mails and on receipts, below. */
export function WithReference({ reference, children }: Props) {
  return (
    <span className={classes.named}>
      <span>{children}</span> <small>{reference}</small>
    </span>
  )
}
