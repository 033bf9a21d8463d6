import type { ReactNode } from 'react'
import styles from './pay-page.module.css'

/** The heading of a rendered page on which somebody pays. */
export function PayPageTitle({ children, hint }: { children: string; hint?: ReactNode }) {
  return (
    <div className={styles.title}>
      <h1>{children}</h1>
      {hint && <p>{hint}</p>}
    </div>
  )
}
