import type { SessionUser } from '@petsetu/contract/auth.ts'
import { pageAt } from '@petsetu/contract/page-at.ts'
import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { landingOf } from './landing.ts'

/** Where to go after signing in, from the address of the login page. */
export function useNext(): string | null {
  return useSearchParams()[0].get('next')
}

/** Redirects a signed-in person to the page they came from, or to their own home. */
export function SignedInRedirect({ user }: { user: SessionUser }) {
  const path = landingOf(user, useNext())
  // A public page is reloaded, because the server may render it or send a policy that allows payments.
  const isPublic = (pageAt(path.replace(/[?#].*/, ''))?.who ?? 'anyone') === 'anyone'
  useEffect(() => {
    if (isPublic) location.replace(path)
  }, [isPublic, path])
  return isPublic ? null : <Navigate to={path} replace />
}
