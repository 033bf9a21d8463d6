import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { lazy, Suspense } from 'react'
import { Link, NavLink, Outlet } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import { Account } from './account.tsx'
import { Brand } from './brand.tsx'
import { LanguageFooter } from './language-footer.tsx'
import { SignedInParts } from './signed-in-parts.tsx'
import classes from './user-layout.module.css'

// Most people have confirmed their address.
const ConfirmEmailBanner = lazy(async () => ({
  default: (await import('../account/confirm-email-banner.tsx')).ConfirmEmailBanner,
}))

const MENU: { label: PlainId; to: string }[] = [
  { label: 'menu.dashboard', to: paths.myPets.to({}) },
  { label: 'menu.addPet', to: paths.petForm.to({}) },
  { label: 'menu.membership', to: paths.myMembership.to({}) },
]

export function UserLayout({ site }: { site: Site }) {
  const text = useText()
  return (
    <SignedInParts>
      <div className={classes.page}>
        <a className="skip-link" href="#main">
          {text('layout.skip')}
        </a>
        <header className={classes.header}>
          <div className={classes.bar}>
            <Brand site={site} />
            <nav className={classes.menu} aria-label={text('layout.yourPages')}>
              {MENU.map(({ label, to }) => (
                <NavLink key={to} to={to} end className={classes.link ?? ''}>
                  {text(label)}
                </NavLink>
              ))}
            </nav>
            <Account withAvatar />
          </div>
        </header>
        <main id="main" className={classes.main}>
          <Suspense>
            <ConfirmEmailBanner />
          </Suspense>
          <Outlet />
        </main>
        <LanguageFooter>
          <Link className={classes.more ?? ''} to={paths.found.to({})}>
            {text('titles.found')}
          </Link>
          <Link className={classes.more ?? ''} to={paths.myComplaints.to({})}>
            {text('titles.myComplaints')}
          </Link>
        </LanguageFooter>
      </div>
    </SignedInParts>
  )
}
