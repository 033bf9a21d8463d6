import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { Link, type Location, Outlet, useLocation } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import { lazyPart } from '../ui/feedback/lazy-part.tsx'
import { Account } from './account.tsx'
import { Brand } from './brand.tsx'
import { LanguageFooter } from './language-footer.tsx'
import { NewMessages } from './new-messages.tsx'
import { SignedInParts } from './signed-in-parts.tsx'
import classes from './user-layout.module.css'

// Most people have confirmed their address.
const ConfirmEmailBanner = lazyPart(
  async () => (await import('../account/confirm-email-banner.tsx')).ConfirmEmailBanner,
  { failed: null },
)

const MENU: { label: PlainId; to: string }[] = [
  { label: 'menu.dashboard', to: paths.myPets.to({}) },
  { label: 'menu.addPet', to: paths.petForm.to({}) },
  { label: 'menu.membership', to: paths.myMembership.to({}) },
]

export function UserLayout({ site }: { site: Site }) {
  const text = useText()
  const here = entryOf(useLocation())
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
                <Link key={to} to={to} className={classes.link ?? ''} aria-current={to === here ? 'page' : undefined}>
                  {text(label)}
                </Link>
              ))}
            </nav>
            <NewMessages />
            <Account withAvatar />
          </div>
        </header>
        <main id="main" className={classes.main}>
          <ConfirmEmailBanner />
          <Outlet />
        </main>
        <LanguageFooter site={site}>
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

/** The menu entry of an address: a pet that is edited belongs to the pets, not to 'Add Pet'. */
function entryOf({ pathname, search }: Location): string {
  const isEdited = pathname === paths.petForm.to({}) && new URLSearchParams(search).has('id')
  return isEdited ? paths.myPets.to({}) : pathname
}
