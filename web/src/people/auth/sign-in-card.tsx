import type { ReactNode } from 'react'
import card from '../../platform/ui/layout/card.module.css'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import classes from './sign-in-card.module.css'

type Props = { title: string; hint: ReactNode; children: ReactNode; footer: ReactNode }

export function SignInCard({ title, hint, children, footer }: Props) {
  return (
    <div className={`${card.card} ${classes.card}`}>
      <PageTitle hint={hint}>{title}</PageTitle>
      {children}
      <p className={classes.footer}>{footer}</p>
    </div>
  )
}
