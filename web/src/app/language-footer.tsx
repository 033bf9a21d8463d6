import type { Site } from '@petsetu/contract/site/site.ts'
import type { ReactNode } from 'react'
import { LanguageSwitch } from '../platform/languages/language-switch.tsx'
import { LegalLinks } from '../platform/ui/layout/legal-links.tsx'
import { Credits } from './credits.tsx'
import classes from './language-footer.module.css'

/** The footer of the pages of signed-in people. */
export function LanguageFooter({ site, children }: { site: Site; children?: ReactNode }) {
  return (
    <footer className={classes.footer}>
      {children}
      <LegalLinks />
      <LanguageSwitch />
      <Credits site={site} />
    </footer>
  )
}
