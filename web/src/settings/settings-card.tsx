import type { ReactNode } from 'react'
import card from '../ui/layout/card.module.css'
import classes from './settings.module.css'

type Props = { id: string; title: string; hint?: string | undefined; children: ReactNode }

export function SettingsCard({ id, title, hint, children }: Props) {
  return (
    <section className={`${card.card} ${classes.section}`} aria-labelledby={`settings-${id}`}>
      <h2 id={`settings-${id}`} className={classes.heading}>
        {title}
      </h2>
      {hint && <p className={classes.hint}>{hint}</p>}
      {children}
    </section>
  )
}
