import type { ReactNode } from 'react'
import { LanguageSwitch } from '../languages/language-switch.tsx'
import { LegalLinks } from '../ui/layout/legal-links.tsx'
import classes from './language-footer.module.css'

/** The footer of the pages of signed-in people. */
export function LanguageFooter({ children }: { children?: ReactNode }) {
  return (
    <footer className={classes.footer}>
      {children}
      <LegalLinks />
      <LanguageSwitch />
    </footer>
  )
}
