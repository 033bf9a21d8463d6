import { Button, Group } from '@mantine/core'
// Further styles that every signed-in page needs. Styles that only some pages need are imported by those pages.
import '@mantine/core/styles/CloseButton.css'
import { paths } from '@petsetu/contract/paths.ts'
import { DEFAULT_AVATAR, type Site } from '@petsetu/contract/site/site.ts'
import { formatCount, pluralValues } from '@petsetu/languages/formats.ts'
import { LANGUAGE_KEY } from '@petsetu/languages/languages.ts'
import { IconLogout } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { leaveAccount } from '../people/auth/own-account.ts'
import { currentUser, onSessionChange, useUser } from '../people/auth/session.ts'
import { LanguageSwitch } from '../platform/languages/language-switch.tsx'
import { useText } from '../platform/languages/use-text.tsx'
import { lazyPart } from '../platform/ui/feedback/lazy-part.tsx'
import { closeToasts } from '../platform/ui/feedback/toast.ts'
import { Logo } from '../platform/ui/layout/logo.tsx'
import { useUnreadMessages } from '../shared/pets/own-threads.ts'
import { Credits, LegalLinks } from './public/footer-parts.tsx'
import { QueryProvider } from './query-provider.tsx'
import classes from './signed-in-parts.module.css'

// Loaded after the page. Messages and questions from before are shown once they are loaded.
const Confirmation = lazyPart(async () => (await import('../platform/ui/dialog/confirm.tsx')).Confirmation, {
  failed: null,
})
const Toasts = lazyPart(async () => (await import('../platform/ui/feedback/toasts.tsx')).Toasts, { failed: null })

/** Holds the parts that all signed-in pages share and public pages never load: the query cache, the confirmation dialog and the toasts. */
export function SignedInParts({ children }: { children: ReactNode }) {
  const token = useUser()?.accessToken
  useEffect(closeToastsForOthers, [])
  useEffect(() => {
    if (token) void keepNotices()
  }, [token])
  return (
    <QueryProvider>
      {children}
      <Confirmation />
      <Toasts />
    </QueryProvider>
  )
}

/** A logout ends the notices of this device with its session. The one in which they were switched on may have expired before. */
async function keepNotices(): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  try {
    await (await import('../platform/lib/push-device.ts')).keepWithSession()
  } catch (error) {
    console.warn('Notices of this device may outlast a logout:', error)
  }
}

/** The next person must not read messages for the previous one. */
function closeToastsForOthers() {
  let reader = currentUser()?.id
  return onSessionChange(() => {
    const before = reader
    reader = currentUser()?.id
    if (reader !== before) closeToasts()
  })
}

const AVATAR = { flex: 'none', borderRadius: '50%', objectFit: 'cover' } as const

/** The signed-in person, with links to the account page and to log out. */
export function Account() {
  const text = useText()
  const user = useUser()
  if (!user) return null
  return (
    <Group className={classes.account ?? ''} gap="xs" wrap="nowrap" miw={0} ms="auto">
      <span className={classes.avatar}>
        {/* Its alternative text is empty because the name is beside it. */}
        <img style={AVATAR} src={user.avatar ?? DEFAULT_AVATAR} width={40} height={40} alt="" />
      </span>
      <Link className={classes.name} to={paths.account.to({})} title={user.username}>
        {user.username}
      </Link>
      <Button
        className={classes.leave ?? ''}
        variant="subtle"
        leftSection={<IconLogout size={18} aria-hidden />}
        onClick={() => void leaveAccount(text)}
      >
        <span className={classes.leaveWord}>{text('frame.logout')}</span>
      </Button>
    </Group>
  )
}

/** The footer of the pages of signed-in people. */
export function LanguageFooter({ site, children }: { site: Site; children?: ReactNode }) {
  const { legalName, legalAddress, helplinePhone } = site
  const query = new URLSearchParams(useLocation().search)
  query.delete(LANGUAGE_KEY)
  return (
    <Group className={classes.footer ?? ''} component="footer" justify="center" gap="0 24px" px="md" py={4} c="dimmed">
      {children}
      <LegalLinks />
      <LanguageSwitch query={query.size > 0 ? `?${query}&` : '?'} />
      <address className={classes.keeper}>
        <span>{legalName}</span>
        {legalAddress && <span>{legalAddress}</span>}
        {helplinePhone && <span>{helplinePhone}</span>}
      </address>
      <Credits site={site} />
    </Group>
  )
}

export function Brand({ site: { foundationName, logo } }: { site: Site }) {
  return (
    <a className={classes.brand} href={paths.home.to({})}>
      <Logo picture={logo} />
      <span>{foundationName}</span>
    </a>
  )
}

/** Counts the messages that the owner has not seen yet; shows nothing while there are none. */
export function UnreadMessages({ className }: { className: string | undefined }) {
  const text = useText()
  const unread = useUnreadMessages()
  if (unread === 0) return null
  return (
    <>
      <span className={className} aria-hidden>
        {formatCount(unread)}
      </span>{' '}
      <span className="visually-hidden">{text('layout.newMessages', pluralValues(unread))}</span>
    </>
  )
}
