import { paths } from '@petsetu/contract/paths.ts'
import { NavLink, Outlet } from 'react-router'
import { Logo } from '../ui/logo.tsx'
import { Account } from './account.tsx'
import { SignedInParts } from './signed-in-parts.tsx'
import classes from './user-layout.module.css'

const MENU = [
  { label: 'Dashboard', to: paths.myPets.to({}) },
  { label: 'Add Pet', to: paths.petForm.to({}) },
  { label: 'Membership', to: paths.myMembership.to({}) },
]

export function UserLayout() {
  return (
    <SignedInParts>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <header className={classes.header}>
        <div className={classes.bar}>
          <a className={classes.logo} href={paths.home.to({})}>
            <Logo /> PetSetu
          </a>
          <nav className={classes.menu} aria-label="Your pages">
            {MENU.map(({ label, to }) => (
              <NavLink key={to} to={to} end className={classes.link ?? ''}>
                {label}
              </NavLink>
            ))}
          </nav>
          <Account />
        </div>
      </header>
      <main id="main" className={classes.main}>
        <Outlet />
      </main>
    </SignedInParts>
  )
}
