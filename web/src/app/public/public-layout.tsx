import type { Site } from '@petsetu/contract/site/site.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import type { MouseEvent, ReactNode } from 'react'
import { askAndSignOut, homeOf, useUser } from '../../people/auth/session.ts'
import { LanguageSwitch } from '../../platform/languages/language-switch.tsx'
import { useText } from '../../platform/languages/use-text.tsx'
import { callHref } from '../../platform/lib/call-href.ts'
import { ErrorBoundary } from '../../platform/ui/feedback/error-boundary.tsx'
import { Logo } from '../../platform/ui/layout/logo.tsx'
import { Credits, LegalLinks } from './footer-parts.tsx'
import styles from './public-layout.module.css'
import publicMenuStyles from './public-menu.module.css'

const MAIN_ID = 'main'

type PublicLayoutProps = { site: Site; year?: string; languages?: ReactNode | undefined; children: ReactNode }

/** Header menu, main and footer of every public page. It uses no component library and no router, because the server renders it too. */
export function PublicLayout({ site, year, languages = <LanguageSwitch />, children }: PublicLayoutProps) {
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
        {languages}
        <PublicMenu site={site} />
      </header>
      <main className={styles.main} id={MAIN_ID} tabIndex={-1}>
        {children}
      </main>
      <footer className={styles.footer}>
        <Identity site={site} />
        <div className={styles.row}>
          <a className={styles.lost} href={visitorPaths.lostPets.to({})}>
            {text('frame.lostPets')}
          </a>
          <a className={styles.lost} href={visitorPaths.trackComplaint.to({})}>
            {text('frame.track')}
          </a>
          <LegalLinks />
        </div>
        <Credits site={site} year={year} />
      </footer>
    </div>
  )
}

/** Names the keeper of this installation, and ways to reach them. Details that are not set are left out. */
function Identity({ site: { legalName, legalAddress, helplinePhone, contactEmail } }: { site: Site }) {
  return (
    <address className={styles.identity}>
      <strong>{legalName}</strong>
      {legalAddress && <span>{legalAddress}</span>}
      {helplinePhone && <a href={callHref(helplinePhone)}>{helplinePhone}</a>}
      {contactEmail && <a href={`mailto:${contactEmail}`}>{contactEmail}</a>}
    </address>
  )
}

const MENU_ID = 'site-menu'
const NEW_TAB_ID = 'new-tab'

/**
 * The header menu: a row on a wide screen, a drawer on a phone. The drawer is a popover and each dropdown a `details`,
 * so both open without a script. With a script they also close by Escape, by a click elsewhere and when the focus leaves.
 */
function PublicMenu({ site: { marketingUrl, donateUrl } }: { site: Site }) {
  const text = useText()

  return (
    <>
      <button className={publicMenuStyles.menuButton} type="button" popoverTarget={MENU_ID}>
        <Bars />
        {text('frame.menu')}
      </button>
      <nav
        className={publicMenuStyles.menu}
        id={MENU_ID}
        popover="auto"
        aria-label={text('frame.mainMenu')}
        ref={closeWhenLeft}
      >
        <button
          className={publicMenuStyles.closeButton}
          type="button"
          popoverTarget={MENU_ID}
          popoverTargetAction="hide"
        >
          <Cross />
          {text('frame.close')}
        </button>
        <ul className={publicMenuStyles.items}>
          <li>
            <a href={visitorPaths.home.to({})}>{text('frame.home')}</a>
          </li>
          <Dropdown label={text('frame.about')}>
            <External href={`${marketingUrl}/about-founder`}>{text('frame.aboutFounder')}</External>
            <External href={`${marketingUrl}/core-team`}>{text('frame.coreTeam')}</External>
          </Dropdown>
          <External href={`${marketingUrl}/career`}>{text('frame.career')}</External>
          <External href={`${marketingUrl}/causes`}>{text('frame.causes')}</External>
          <External href={`${marketingUrl}/volunteers`}>{text('frame.volunteers')}</External>
          <Dropdown label={text('frame.membershipPlans')}>
            <li>
              <a href={visitorPaths.regularMembership.to({})}>{text('frame.regular')}</a>
            </li>
            <li>
              <a href={visitorPaths.premiumMembership.to({})}>{text('frame.premium')}</a>
            </li>
          </Dropdown>
          <External href={`${marketingUrl}/contact`}>{text('frame.contact')}</External>
          {donateUrl.startsWith('/') ? (
            <li className={publicMenuStyles.donate}>
              <a href={donateUrl}>{text('frame.donate')}</a>
            </li>
          ) : (
            <External href={donateUrl} className={publicMenuStyles.donate}>
              {text('frame.donate')}
            </External>
          )}
        </ul>
        <ErrorBoundary fallback={<LoginLink />}>
          <Account />
        </ErrorBoundary>
        <span id={NEW_TAB_ID} hidden>
          {text('frame.newTab')}
        </span>
      </nav>
    </>
  )
}

function External({ href, className, children }: { href: string; className?: string | undefined; children: string }) {
  return (
    <li className={className}>
      <a href={href} target="_blank" rel="noopener noreferrer" aria-describedby={NEW_TAB_ID}>
        {children}
      </a>
    </li>
  )
}

function Dropdown({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li>
      {/* The browser keeps only one of all `details` with the same name open. */}
      <details className={publicMenuStyles.dropdown} name={MENU_ID}>
        <summary>
          {label}
          <Caret />
        </summary>
        <ul>{children}</ul>
      </details>
    </li>
  )
}

function Account() {
  const text = useText()
  const user = useUser()
  if (!user) return <LoginLink />
  return (
    <div className={publicMenuStyles.account}>
      <a className={publicMenuStyles.username} href={homeOf(user)}>
        {user.username}
      </a>
      <button className={publicMenuStyles.login} type="button" onClick={() => void leave(text('frame.unsentAtLogout'))}>
        {text('frame.logout')}
      </button>
    </div>
  )
}

function LoginLink() {
  const text = useText()
  return (
    <div className={publicMenuStyles.account}>
      <a className={publicMenuStyles.login} href={visitorPaths.login.to({})} onClick={leadBackHere}>
        {text('frame.login')}
      </a>
    </div>
  )
}

/** When it is clicked, because the server, which renders the link, does not know the whole address. */
function leadBackHere({ currentTarget }: MouseEvent<HTMLAnchorElement>): void {
  currentTarget.href = loginAddress(location)
}

async function leave(question: string): Promise<void> {
  if (await askAndSignOut(question)) location.assign(visitorPaths.home.to({}))
}

function closeWhenLeft(menu: HTMLElement): () => void {
  const closeDropdowns = (except?: Node) => {
    for (const dropdown of menu.querySelectorAll('details')) {
      if (!except || !dropdown.contains(except)) dropdown.open = false
    }
  }
  const onMove = (event: Event) => {
    const target = event.target as Element
    const isFollowed = event.type === 'click' && menu.contains(target) && target.closest('a')
    closeDropdowns(isFollowed ? undefined : target)
    // The browser closes the popover by Escape and by a click outside, but not when Tab leaves it.
    if (isFollowed || !menu.contains(target)) {
      // Browsers without popovers reject the selector.
      if (menu.popover && menu.matches(':popover-open') && !target.closest(`[popovertarget="${MENU_ID}"]`))
        menu.hidePopover()
    }
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    const open = menu.querySelector('details[open]')
    if (open?.contains(document.activeElement)) open.querySelector('summary')?.focus()
    closeDropdowns()
  }
  const leaving = new AbortController()
  document.addEventListener('click', onMove, leaving)
  document.addEventListener('focusin', onMove, leaving)
  document.addEventListener('keydown', onKey, leaving)
  return () => leaving.abort()
}

const Bars = () => <Icon size={20} path="M3 5h14M3 10h14M3 15h14" />
const Cross = () => <Icon size={20} path="m5 5 10 10M15 5 5 15" />
const Caret = () => <Icon size={12} path="m2.5 4.5 3.5 3.5 3.5-3.5" />

function Icon({ size, path }: { size: number; path: string }) {
  return (
    <svg className={publicMenuStyles.icon} width={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

// Somebody in the middle of a payment, or at a tag, wants to return there. Everybody else goes to their own home. The script of a
// public page is small, so the names are written out; a test compares them with the table of visitorPaths.
const RETURN = /^\/(complaint(\/pay)?|(regular|premium)-membership|donate|pet-detail\/[^/]+)$/

/** The address of the login in the header of a page. */
export function loginAddress({ pathname, search }: { pathname: string; search: string }): string {
  return visitorPaths.login.to({}, { next: RETURN.test(pathname) ? pathname + search : null })
}
