import { maySee } from '@petsetu/contract/page-at.ts'
import { type Page, paths } from '@petsetu/contract/paths.ts'
import { Fragment, type ReactNode } from 'react'
import { Navigate, useLocation, useMatches } from 'react-router'
import { hasSignedOut, homeOf, useUser } from '../auth/session.ts'

/** Shows a page to those who may see it. Redirects a visitor to the login and back, and everybody else to their own home. */
export function RequireRole({ children }: { children: ReactNode }) {
  const user = useUser()
  const { pathname, search, hash } = useLocation()
  const page = useMatches().at(-1)?.handle as Page | undefined
  if (!page || page.who === 'anyone') return children
  if (!user) {
    const next = hasSignedOut() ? null : pathname + search + hash
    return <Navigate to={paths.login.to({}, { next })} replace />
  }
  if (!maySee(page, user.role)) return <Navigate to={homeOf(user)} replace />
  // The key clears the forms when somebody else signs in from another tab.
  return <Fragment key={user.id}>{children}</Fragment>
}
