import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site.ts'
import type { ReactNode } from 'react'
import { LanguageSwitch } from '../languages/language-switch.tsx'
import { useText } from '../languages/use-text.tsx'
import { LegalLinks } from '../ui/layout/legal-links.tsx'
import { Logo } from '../ui/layout/logo.tsx'
import { Credits } from './credits.tsx'
import styles from './public-layout.module.css'
import { PublicMenu } from './public-menu.tsx'

const MAIN_ID = 'main'

type PublicLayoutProps = { site: Site; year?: string; children: ReactNode }

/** Header menu, main and footer of every public page. It uses no component library and no router, because the server renders it too. */
export function PublicLayout({ site, year, children }: PublicLayoutProps) {
  const text = useText()
  return (
    <div className={styles.page}>
      <a className="skip-link" href={`#${MAIN_ID}`}>
        {text('frame.skip')}
      </a>
      <header className={styles.header}>
        <a className={styles.brand} href="/">
          <Logo picture={site.logo} />
          <span>{site.foundationName}</span>
        </a>
        <PublicMenu site={site} />
      </header>
      <main className={styles.main} id={MAIN_ID} tabIndex={-1}>
        {children}
      </main>
      <footer className={styles.footer}>
        <Identity site={site} />
        <div className={styles.row}>
          <a className={styles.lost} href={paths.lostPets.to({})}>
            {text('frame.lostPets')}
          </a>
          <LegalLinks />
          <LanguageSwitch />
        </div>
        <Credits site={site} year={year} />
      </footer>
    </div>
  )
}

/** Names the keeper of this installation, and ways to reach them. Details that are not set are left out. */
function Identity({ site: { legalName, legalAddress, helplinePhone, contactEmail, logo } }: { site: Site }) {
  return (
    <div className={styles.identity}>
      <Logo size={28} picture={logo} />
      <address>
        <strong>{legalName}</strong>
        {legalAddress && <span>{legalAddress}</span>}
        {helplinePhone && <a href={`tel:${helplinePhone.replaceAll(/[^\d+]/g, '')}`}>{helplinePhone}</a>}
        {contactEmail && <a href={`mailto:${contactEmail}`}>{contactEmail}</a>}
      </address>
    </div>
  )
}
