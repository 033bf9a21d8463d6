import { Button } from '@mantine/core'
import type { Site } from '@petsetu/contract/site.ts'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { useUser } from '../auth/session.ts'
import { useText } from '../languages/use-text.tsx'
import { useLiveSite } from '../lib/live-site.ts'
import { areKeysOn } from '../lists/keys-switch.ts'
import { AdminSearch } from '../search/admin-search.tsx'
import { lazyPart } from '../ui/feedback/lazy-part.tsx'
import { Account } from './account.tsx'
import classes from './admin-layout.module.css'
import { AdminMenu } from './admin-menu.tsx'
import { Brand } from './brand.tsx'
import { LanguageFooter } from './language-footer.tsx'
import { currentQueries } from './query-provider.tsx'
import { SignedInParts } from './signed-in-parts.tsx'

// Few admins have only some duties.
const WithinDuties = lazyPart(async () => (await import('./within-duties.tsx')).WithinDuties)

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
  useEffect(() => void import('./admin-pages.ts').catch(() => {}), [])
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
        <Account withAvatar />
      </header>
      <div className={classes.body}>
        <nav id="admin-menu" className={classes.menu} data-open={isMenuOpen} aria-label={text('layout.administration')}>
          <AdminMenu onFollow={() => setMenuOpen(false)} />
        </nav>
        <main id="main" className={classes.main}>
          {user?.duties ? (
            <WithinDuties>
              <Outlet />
            </WithinDuties>
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
  const { refreshAccount } = await import('../auth/own-account.ts')
  await refreshAccount(currentQueries())
}
