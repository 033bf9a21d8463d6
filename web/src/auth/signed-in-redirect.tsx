import type { SessionUser } from '@petsetu/contract/auth.ts'
import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { landingOf } from './landing.ts'

/** Where to go after signing in, from the address of the login page. */
export function useNext(): string | null {
  return useSearchParams()[0].get('next')
}

const SIGNED_IN_AREA = /^\/(user|admin|generate-qr)([/?#]|$)/

/** Redirects a signed-in person to the page they came from, or to their own home. */
export function SignedInRedirect({ user }: { user: SessionUser }) {
  const path = landingOf(user, useNext())
  // A public page is reloaded, because the server may render it or send a policy that allows payments.
  const isPublic = !SIGNED_IN_AREA.test(path)
  useEffect(() => {
    if (isPublic) location.replace(path)
  }, [isPublic, path])
  return isPublic ? null : <Navigate to={path} replace />
}
