import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { pageAt } from '@petsetu/contract/platform/page-at.ts'
import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { cookieLanguage } from '../../platform/languages/language-cookie.ts'
import { useLanguage } from '../../platform/languages/use-text.tsx'
import { redirectAfterLogin } from './redirect-after-login.ts'

/** Reads the page after signing in from the address of the login page. */
export function useNext(): string | null {
  return useSearchParams()[0].get('next')
}

/** Redirects a signed-in person to the page they came from, or to their own home. */
export function SignedInRedirect({ user }: { user: SessionUser }) {
  const shown = useLanguage()
  const path = redirectAfterLogin(user, useNext())
  // A public page is reloaded, because the server may render it or send a policy that allows payments.
  const isPublic = (pageAt(path.replace(/[?#].*/, ''))?.who ?? 'anyone') === 'anyone'
  // The sign-in has brought the language of the account, and this page was sent in another one.
  const isInOtherLanguage = (cookieLanguage() ?? shown) !== shown
  const isReloaded = isPublic || isInOtherLanguage
  useEffect(() => {
    if (isReloaded) location.replace(path)
  }, [isReloaded, path])
  return isReloaded ? null : <Navigate to={path} replace />
}
