import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconMessageReport } from '@tabler/icons-react'
import { Link, type Location, Outlet, useLocation } from 'react-router'
import { useUser } from '../people/auth/session.ts'
import { addAdminTexts } from '../platform/languages/page-text.ts'
import { useText } from '../platform/languages/use-text.tsx'
import { lazyPart } from '../platform/ui/feedback/lazy-part.tsx'
import { useNewThreads } from '../shared/new-threads.ts'
import { Account } from './account.tsx'
import { Brand } from './brand.tsx'
import { LanguageFooter } from './language-footer.tsx'
import newMessagesStyles from './new-messages.module.css'
import { SignedInParts } from './signed-in-parts.tsx'
import classes from './user-layout.module.css'

// Few pages of this area are open to admins, and nobody else needs it.
const AdminLayout = lazyPart(async () => {
  const [{ AdminLayout: layout }] = await Promise.all([import('./admin-layout.tsx'), addAdminTexts()])
  return layout
})

/** The layout of the person's own area; an admin keeps the menu of the administration. */
export function OwnArea({ site }: { site: Site }) {
  if (useUser()?.role !== 'admin') return <UserLayout site={site} />
  return <AdminLayout site={site} />
}

// Most people have confirmed their address.
const ConfirmEmailBanner = lazyPart(
  async () => (await import('../people/account/confirm-email-banner.tsx')).ConfirmEmailBanner,
  { failed: null },
)

const MENU: { label: PlainId; to: string }[] = [
  { label: 'menu.dashboard', to: paths.myPets.to({}) },
  { label: 'menu.addPet', to: paths.petForm.to({}) },
  { label: 'menu.membership', to: paths.myMembership.to({}) },
]

function UserLayout({ site }: { site: Site }) {
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

/** Counts the finders who wait for an answer, and leads to what they wrote. It shows nothing while nobody waits. */
function NewMessages() {
  const text = useText()
  const [first, ...others] = useNewThreads()
  if (!first) return null
  const to = others.length > 0 ? paths.found.to({}) : paths.foundThread.to({ id: first.id })
  return (
    <Link className={newMessagesStyles.messages ?? ''} to={to}>
      <IconMessageReport size={20} stroke={1.75} aria-hidden />
      <span>{text('layout.newMessages', pluralValues(others.length + 1))}</span>
    </Link>
  )
}
