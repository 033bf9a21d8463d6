import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { type Icon, IconId, IconMessage, IconPaw, IconPlus, IconUser } from '@tabler/icons-react'
import { Link, type Location, Outlet, useLocation } from 'react-router'
import { ConfirmEmailBanner } from '../people/account/confirm-email-banner.tsx'
import { useUser } from '../people/auth/session.ts'
import { addAdminTexts } from '../platform/languages/app-texts.ts'
import { useText } from '../platform/languages/use-text.tsx'
import { lazyPart } from '../platform/ui/feedback/lazy-part.tsx'
import { Account, Brand, LanguageFooter, SignedInParts, UnreadMessages } from './signed-in-parts.tsx'
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

type Entry = {
  label: PlainId
  /** The bar at the bottom edge of a phone says this instead. */
  onPhones?: PlainId
  to: string
  icon: Icon
  /** Only in the menu of wide screens, or only in the bar of a phone. */
  only?: 'wide' | 'phone'
}

const MENU: Entry[] = [
  { label: 'menu.dashboard', onPhones: 'titles.myPets', to: paths.myPets.to({}), icon: IconPaw },
  { label: 'menu.addPet', to: paths.petForm.to({}), icon: IconPlus, only: 'wide' },
  { label: 'menu.messages', to: paths.found.to({}), icon: IconMessage },
  { label: 'menu.membership', to: paths.myMembership.to({}), icon: IconId },
  { label: 'titles.account', to: paths.account.to({}), icon: IconUser, only: 'phone' },
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
              {MENU.map((entry) => (
                <MenuLink key={entry.to} entry={entry} isHere={entry.to === here} />
              ))}
            </nav>
            <Link className={classes.addOnPhones ?? ''} to={paths.petForm.to({})} aria-label={text('menu.addPet')}>
              <IconPlus size={24} stroke={1.75} aria-hidden />
            </Link>
            <Account />
          </div>
        </header>
        <main id="main" className={classes.main}>
          <ConfirmEmailBanner />
          <Outlet />
        </main>
        <LanguageFooter site={site}>
          <Link className={classes.more ?? ''} to={paths.myComplaints.to({})}>
            {text('titles.myComplaints')}
          </Link>
        </LanguageFooter>
      </div>
    </SignedInParts>
  )
}

function MenuLink({ entry: { label, onPhones, to, icon: Icon, only }, isHere }: { entry: Entry; isHere: boolean }) {
  const text = useText()
  return (
    <Link to={to} className={classes.link ?? ''} data-only={only} aria-current={isHere ? 'page' : undefined}>
      <Icon className={classes.icon} size={22} stroke={1.75} aria-hidden />
      <span data-only={onPhones && 'wide'}>{text(label)}</span>
      {onPhones && <span data-only="phone">{text(onPhones)}</span>}
      {label === 'menu.messages' && <UnreadMessages className={classes.unread} />}
    </Link>
  )
}

/** The menu entry of an address: a pet that is edited belongs to the pets, not to 'Add Pet', and a page below that of an entry to it. */
function entryOf({ pathname, search }: Location): string {
  const isEdited = pathname === paths.petForm.to({}) && new URLSearchParams(search).has('id')
  if (isEdited) return paths.myPets.to({})
  const above = [paths.found.to({}), paths.myMembership.to({})]
  return above.find((to) => pathname.startsWith(to)) ?? pathname
}
