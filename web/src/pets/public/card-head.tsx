import type { ReactNode } from 'react'
import { Logo } from '../../platform/ui/layout/logo.tsx'
import styles from './pet-detail-page.module.css'

export function CardHead({ children }: { children: ReactNode }) {
  return (
    <header className={styles.head}>
      <Logo size={132} />
      {children}
    </header>
  )
}
