import { paths } from '@petsetu/contract/paths.ts'
import type { Role } from '@petsetu/contract/users.ts'
import { Fragment, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { hasSignedOut, homeOf, useUser } from '../auth/session.ts'

/** Shows pages to people of one role. Redirects a visitor to the login and back, and everybody else to their own home. */
export function RequireRole({ allowed, children }: { allowed: Role; children: ReactNode }) {
  const user = useUser()
  const { pathname, search, hash } = useLocation()
  if (!user) {
    const next = hasSignedOut() ? null : pathname + search + hash
    return <Navigate to={paths.login.to({}, { next })} replace />
  }
  if (user.role !== allowed) return <Navigate to={homeOf(user)} replace />
  // The key clears the forms when somebody else signs in from another tab.
  return <Fragment key={user.id}>{children}</Fragment>
}
