import type { SessionUser } from '@petsetu/contract/auth.ts'
import { Navigate, useSearchParams } from 'react-router'
import { landingOf } from './session.ts'

/** Where to go after signing in, as the address of the login page says it. */
export function useNext(): string | null {
  return useSearchParams()[0].get('next')
}

/** Leads a signed-in person on: back to where they came from, or to their own home. */
export function SignedInRedirect({ user }: { user: SessionUser }) {
  return <Navigate to={landingOf(user, useNext())} replace />
}
