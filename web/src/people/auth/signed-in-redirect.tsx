import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { useEffect } from 'react'
import { redirectAfterLogin } from './redirect-after-login.ts'

/** Leads a signed-in person to the page they came from, or to their own home. */
export function SignedInRedirect({ user, next }: { user: SessionUser; next: string | null }) {
  const path = redirectAfterLogin(user, next)
  useEffect(() => location.replace(path), [path])
  return null
}
