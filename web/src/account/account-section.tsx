import type { ReactNode } from 'react'
import card from '../ui/layout/card.module.css'
import classes from './account-page.module.css'

/** One subject of the account page. `id` names it in the page's address. */
export function AccountSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={`${card.card} ${classes.section}`} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={classes.heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}
