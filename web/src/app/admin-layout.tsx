import { Button } from '@mantine/core'
import { dashboardCalls, type WaitingCounts } from '@petsetu/contract/office/dashboard.ts'
import { dutiesOf } from '@petsetu/contract/page-duties.ts'
import { type Page, type PageName, pageAt, paths } from '@petsetu/contract/paths.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import { PURPOSES, purposes } from '@petsetu/contract/platform/purposes.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import {
  IconBriefcase,
  IconCurrencyRupee,
  IconId,
  IconLayoutDashboard,
  IconMenu2,
  IconMessage,
  IconMessageReport,
  IconPaw,
  type IconProps,
  IconUsers,
  IconX,
} from '@tabler/icons-react'
import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { NavLink, Outlet, useLocation, useMatches } from 'react-router'
import { AdminSearch } from '../office/search/admin-search.tsx'
import { useOwnAccount } from '../people/auth/own-account.ts'
import { useUser } from '../people/auth/session.ts'
import { DutyMissing } from '../people/users/duties.tsx'
import { useText } from '../platform/languages/use-text.tsx'
import { useLiveSite } from '../platform/lib/live-site.ts'
import { callQuery } from '../platform/lib/requests/call-query.ts'
import { areKeysOn } from '../platform/lists/keys-switch.ts'
import { ownThreads } from '../shared/pets/own-threads.ts'
import { writtenCount } from '../shared/written-count.ts'
import classes from './admin-layout.module.css'
import { currentQueries } from './query-provider.tsx'
import { Account, Brand, LanguageFooter, SignedInParts, UnreadMessages } from './signed-in-parts.tsx'

/** A side menu beside the page. On small screens a button opens it. */
export function AdminLayout({ site: sent }: { site: Site }) {
  const site = useLiveSite(sent)
  const text = useText()
  const user = useUser()
  const [isMenuOpen, setMenuOpen] = useState(false)
  useEffect(() => {
    addEventListener('duty_required', refreshDuties)
    return () => removeEventListener('duty_required', refreshDuties)
  }, [])
  // The first link that somebody follows need not wait for it.
  useEffect(() => void import('./routes/admin-pages.ts').catch(() => {}), [])
  return (
    <SignedInParts>
      <a className="skip-link" href="#main">
        {text('layout.skip')}
      </a>
      <header className={classes.header}>
        <Button
          className={classes.toggle ?? ''}
          variant="subtle"
          px={10}
          aria-label={text('frame.menu')}
          aria-expanded={isMenuOpen}
          aria-controls="admin-menu"
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          {isMenuOpen ? <IconX aria-hidden /> : <IconMenu2 aria-hidden />}
        </Button>
        <Brand site={site} />
        <AdminSearch areKeysOn={areKeysOn} />
        <OwnMessages className={classes.inHeader} />
        <Account />
      </header>
      <div className={classes.body}>
        <nav id="admin-menu" className={classes.menu} data-open={isMenuOpen} aria-label={text('layout.administration')}>
          <AdminMenu onFollow={() => setMenuOpen(false)} />
        </nav>
        <main id="main" className={classes.main}>
          {user?.duties ? (
            <RequireDuty>
              <Outlet />
            </RequireDuty>
          ) : (
            <Outlet />
          )}
        </main>
        <LanguageFooter site={site} />
      </div>
    </SignedInParts>
  )
}

async function refreshDuties(): Promise<void> {
  const { refreshAccount } = await import('../people/auth/own-account.ts')
  await refreshAccount(currentQueries())
}

type Entry = { label: PlainId; to: string }
type PurposeSection = (typeof purposes)[(typeof PURPOSES)[number]]['menu']['section']
type Section = { icon: ComponentType<IconProps> } & (Entry | { label: PlainId; entries: Entry[] })

const SECTIONS: Section[] = [
  { label: 'menu.dashboard', icon: IconLayoutDashboard, to: paths.admin.to({}) },
  {
    label: 'menu.pets',
    icon: IconPaw,
    entries: [
      { label: 'menu.allPets', to: paths.allPets.to({}) },
      { label: 'menu.addPet', to: paths.adminPetForm.to({}) },
      { label: 'menu.generateQr', to: paths.generateQr.to({}) },
    ],
  },
  { label: 'menu.users', icon: IconUsers, to: paths.users.to({}) },
  ...paidThings('menu.complaints').map((entry) => ({ ...entry, icon: IconMessageReport })),
  {
    label: 'menu.memberships',
    icon: IconId,
    entries: [
      { label: 'menu.membershipPlans', to: paths.plans.to({}) },
      { label: 'menu.addPlan', to: paths.addPlan.to({}) },
      ...paidThings('menu.memberships'),
      { label: 'menu.paymentReports', to: paths.paymentReport.to({}) },
    ],
  },
  {
    label: 'menu.money',
    icon: IconCurrencyRupee,
    entries: [
      ...paidThings('menu.money'),
      { label: 'menu.desk', to: paths.desk.to({}) },
      { label: 'menu.settlements', to: paths.settlements.to({}) },
      { label: 'titles.financialYears', to: paths.financialYears.to({}) },
    ],
  },
  {
    label: 'menu.office',
    icon: IconBriefcase,
    entries: [
      { label: 'titles.communityAnimals', to: paths.communityAnimals.to({}) },
      { label: 'titles.adminCamps', to: paths.adminCamps.to({}) },
      { label: 'titles.foundAbuse', to: paths.foundAbuse.to({}) },
      { label: 'menu.privacy', to: paths.privacyRequests.to({}) },
      { label: 'titles.grievances', to: paths.grievances.to({}) },
      { label: 'menu.mails', to: paths.mails.to({}) },
      { label: 'titles.imports', to: paths.imports.to({}) },
      { label: 'menu.audit', to: paths.audit.to({}) },
      { label: 'titles.settings', to: paths.settings.to({}) },
    ],
  },
]

/** The entries of a section that its purposes of payments have. */
function paidThings(section: PurposeSection): Entry[] {
  return PURPOSES.map((purpose) => purposes[purpose].menu)
    .filter((menu) => menu.section === section)
    .map(({ label, page }) => ({ label, to: paths[page].to({}) }))
}

// The entries that lead to the pages which the menu does not name.
const LED_TO_BY = {
  editPet: 'allPets',
  adminCamp: 'adminCamps',
  complaintDetail: 'complaints',
  editPlan: 'plans',
  privacyCase: 'privacyRequests',
  consents: 'privacyRequests',
  grievance: 'grievances',
  breaches: 'grievances',
  breach: 'grievances',
  importDetail: 'imports',
} as const satisfies Partial<Record<PageName, PageName>>

/** The path of the entry that leads to this page. A correction belongs to the page to which its way back leads. */
function useLeadingEntry(mayOpen: (path: string) => boolean): string | undefined {
  const match = useMatches().at(-1)
  const { state }: { state: unknown } = useLocation()
  const page = match?.handle as Page | undefined
  const here = page === paths.correction ? wayBackOf(state, match?.params.purpose, mayOpen) : page
  const [, entry] = Object.entries(LED_TO_BY).find(([name]) => paths[name as keyof typeof LED_TO_BY] === here) ?? []
  return entry ? paths[entry].to({}) : here?.pattern
}

function wayBackOf(state: unknown, purpose: string | undefined, mayOpen: (path: string) => boolean): Page | null {
  const from = typeof state === 'object' && state && 'from' in state ? state.from : null
  if (typeof from === 'string') return pageAt(from.split('?')[0] ?? from)
  return purpose === 'complaint' && mayOpen(paths.complaints.to({})) ? paths.complaints : paths.privacyRequests
}

function AdminMenu({ onFollow }: { onFollow: () => void }) {
  const text = useText()
  const mayOpen = useMayOpen()
  const leading = useLeadingEntry(mayOpen)
  const { waitingAt, overdueComplaints } = useWaitingCounts()
  const hasThreads = useHasThreads()
  return (
    <ul className={classes.sections}>
      {SECTIONS.flatMap((section) => within(section, mayOpen)).map((section) => (
        <li key={section.label}>
          {'to' in section ? (
            <NavLink
              to={section.to}
              end={section.to === paths.admin.pattern}
              className={linkTo(section.to, leading)}
              aria-describedby={describedBy(section.to, waitingAt(section.to))}
              onClick={onFollow}
            >
              <section.icon size={20} stroke={1.75} aria-hidden />
              {text(section.label)}
              <WaitingCount
                path={section.to}
                count={waitingAt(section.to)}
                overdue={section.to === paths.complaints.to({}) ? overdueComplaints : 0}
              />
            </NavLink>
          ) : (
            <>
              <span className={classes.heading}>
                <section.icon size={20} stroke={1.75} aria-hidden />
                <span id={section.label}>{text(section.label)}</span>
              </span>
              <ul className={classes.entries} aria-labelledby={section.label}>
                {section.entries.map(({ label, to }) => (
                  <li key={to}>
                    <NavLink
                      to={to}
                      end
                      className={linkTo(to, leading)}
                      aria-describedby={describedBy(to, waitingAt(to))}
                      onClick={onFollow}
                    >
                      {text(label)}
                      <WaitingCount path={to} count={waitingAt(to)} />
                    </NavLink>
                  </li>
                ))}
              </ul>
            </>
          )}
        </li>
      ))}
      {hasThreads && (
        <li className={classes.inMenu}>
          <OwnMessages onFollow={onFollow} />
        </li>
      )}
    </ul>
  )
}

/** Says whether a finder has ever written about a pet of this admin: most admins have none. */
const useHasThreads = () => (useQuery(ownThreads).data ?? []).length > 0

/** Leads an admin who owns a pet to the conversations with finders, with the number of new messages. */
function OwnMessages({ className = '', onFollow }: { className?: string | undefined; onFollow?: () => void }) {
  const text = useText()
  if (!useHasThreads()) return null
  return (
    <NavLink to={paths.found.to({})} className={`${link} ${className}`} onClick={onFollow}>
      <IconMessage size={20} stroke={1.75} aria-hidden />
      {text('menu.messages')}
      <UnreadMessages className={classes.count} />
    </NavLink>
  )
}

/** Returns the part of a section that the admin's duties cover. */
function within(section: Section, mayOpen: (path: string) => boolean): Section[] {
  if ('to' in section) return mayOpen(section.to) ? [section] : []
  const entries = section.entries.filter(({ to }) => mayOpen(to))
  return entries.length > 0 ? [{ ...section, entries }] : []
}

const link = classes.link ?? ''
const linkTo = (path: string, leading: string | undefined) => (path === leading ? `${link} ${classes.leading}` : link)

/** Tells which paths the admin's duties cover. The table is loaded for an admin who has only some; until then, none is. */
function useMayOpen(): (path: string) => boolean {
  const user = useUser()
  const { data: table } = useQuery({
    queryKey: ['page-duties'],
    queryFn: () => import('@petsetu/contract/page-duties.ts'),
    enabled: Boolean(user?.duties),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (path) => !user?.duties || Boolean(table?.mayOpen(path, user))
}

const COUNTED_AT: Record<string, keyof WaitingCounts> = {
  [paths.complaints.to({})]: 'complaints',
  [paths.foundAbuse.to({})]: 'conversations',
  [paths.privacyRequests.to({})]: 'privacy_requests',
  [paths.grievances.to({})]: 'grievances',
  [paths.paymentReport.to({})]: 'payments',
  [paths.desk.to({})]: 'desk',
  [paths.mails.to({})]: 'mails',
  [paths.settings.to({})]: 'settings',
}

const waiting = callQuery(dashboardCalls.waiting, {})

type Waiting = { waitingAt: (path: string) => number; overdueComplaints: number }

/** Returns how much waits at an address of the menu; zero while the numbers are not there. Each page and each change asks for them anew. */
function useWaitingCounts(): Waiting {
  const queries = useQueryClient()
  const { data } = useQuery(waiting)
  const { pathname } = useLocation()
  const isSaving = useIsMutating() > 0
  const asked = useRef(pathname)
  useEffect(() => {
    const isFirst = asked.current === pathname && !isSaving
    asked.current = isSaving ? '' : pathname
    if (!isFirst && !isSaving) void queries.invalidateQueries({ queryKey: waiting.queryKey })
  }, [queries, pathname, isSaving])
  return {
    waitingAt: (path) => {
      const name = COUNTED_AT[path]
      return (name && data?.data[name]) ?? 0
    },
    overdueComplaints: data?.data.overdue_complaints ?? 0,
  }
}

/** The id of what describes an entry of the menu; undefined where nothing waits. */
function describedBy(path: string, count: number): string | undefined {
  return count > 0 ? `waiting${path}` : undefined
}

type CountProps = { path: string; count: number; overdue?: number }

/**
 * The number beside an entry of the menu, if something waits there, and how much of it is overdue. It describes the entry and is no part
 * of its name.
 */
function WaitingCount({ path, count, overdue = 0 }: CountProps) {
  const text = useText()
  if (count === 0) return null
  const shown = writtenCount(count)
  const words =
    overdue > 0
      ? text('menu.waitingOverdue', { shown, overdue: writtenCount(overdue) })
      : text('layout.waiting', { shown })
  return (
    <span className={classes.count} aria-hidden title={words}>
      {shown}
      <span id={describedBy(path, count)} className="visually-hidden">
        {words}
      </span>
    </span>
  )
}

/** For an admin with some duties: shows a page that they cover, and in place of any other says so. */
function RequireDuty({ children }: { children: ReactNode }) {
  const user = useUser()
  // Asked for at the start, because duties may have been given or taken since the sign-in.
  useOwnAccount()
  const page = useMatches().at(-1)?.handle as Page | undefined
  const duties = page ? dutiesOf(page) : (['any'] as const)
  const [needed] = duties
  if (!user || needed === 'any' || duties.some((duty) => hasDuty(user, duty))) return children
  return <DutyMissing needed={needed} has={user.duties ?? []} />
}
