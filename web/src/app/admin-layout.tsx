import { Button } from '@mantine/core'
import type { Site } from '@petsetu/contract/site.ts'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { useUser } from '../auth/session.ts'
import { useText } from '../languages/use-text.tsx'
import { areKeysOn } from '../lists/keys-switch.ts'
import { AdminSearch } from '../search/admin-search.tsx'
import { Account } from './account.tsx'
import classes from './admin-layout.module.css'
import { AdminMenu } from './admin-menu.tsx'
import { Brand } from './brand.tsx'
import { LanguageFooter } from './language-footer.tsx'
import { SignedInParts } from './signed-in-parts.tsx'

// Few admins have only some duties.
const WithinDuties = lazy(async () => ({ default: (await import('./within-duties.tsx')).WithinDuties }))

/** A side menu beside the page. On small screens a button opens it. */
export function AdminLayout({ site }: { site: Site }) {
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
            <Suspense>
              <WithinDuties>
                <Outlet />
              </WithinDuties>
            </Suspense>
          ) : (
            <Outlet />
          )}
        </main>
        <LanguageFooter />
      </div>
    </SignedInParts>
  )
}

const refreshDuties = async () => (await import('./refresh-duties.ts')).refreshDuties()
