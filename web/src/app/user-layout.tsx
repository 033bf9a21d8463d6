import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { NavLink, Outlet } from 'react-router'
import { Account } from './account.tsx'
import { Brand } from './brand.tsx'
import { SignedInParts } from './signed-in-parts.tsx'
import classes from './user-layout.module.css'

const MENU = [
  { label: 'Dashboard', to: paths.myPets.to({}) },
  { label: 'Add Pet', to: paths.petForm.to({}) },
  { label: 'Membership', to: paths.myMembership.to({}) },
]

export function UserLayout({ site }: { site: Site }) {
  return (
    <SignedInParts>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <header className={classes.header}>
        <div className={classes.bar}>
          <Brand name={site.foundationName} />
          <nav className={classes.menu} aria-label="Your pages">
            {MENU.map(({ label, to }) => (
              <NavLink key={to} to={to} end className={classes.link ?? ''}>
                {label}
              </NavLink>
            ))}
          </nav>
          <Account withAvatar />
        </div>
      </header>
      <main id="main" className={classes.main}>
        <Outlet />
      </main>
    </SignedInParts>
  )
}
