import type { ReactNode } from 'react'
import classes from './with-reference.module.css'

type Props = {
  reference: string
  /** For complainants, who know a complaint by its reference. */
  isReferenceFirst?: boolean
  children: ReactNode
}

/** Names a complaint in a list, with the reference, which stands in mails and on receipts, below or above. */
export function WithReference({ reference, isReferenceFirst = false, children }: Props) {
  return (
    <span className={classes.named}>
      {isReferenceFirst ? <strong>{reference}</strong> : <span>{children}</span>}{' '}
      <small>{isReferenceFirst ? children : reference}</small>
    </span>
  )
}
