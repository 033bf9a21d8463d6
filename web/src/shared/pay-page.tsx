import type { ReactNode } from 'react'
import styles from './pay-page.module.css'

type Props = {
  children: string
  hint?: ReactNode
  /** The path of a drawing, above a single card in the middle of the page. */
  picture?: string
}

/** The heading of a rendered page on which somebody pays. */
export function PayPageTitle({ children, hint, picture }: Props) {
  return (
    <div className={styles.title} data-pictured={picture !== undefined}>
      <div>
        <h1>{children}</h1>
        {hint && <p>{hint}</p>}
      </div>
      {picture && <img src={picture} width="72" height="72" alt="" />}
    </div>
  )
}
