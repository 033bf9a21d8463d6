import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { useEffect } from 'react'
import { announceArrival } from '../../platform/lib/arrival.ts'
import { handOver } from './hand-over.ts'
import { redirectAfterLogin } from './redirect-after-login.ts'

/** Leads a signed-in person to the page they came from, or to their own home. */
export function SignedInRedirect({ user, next }: { user: SessionUser; next: string | null }) {
  const path = redirectAfterLogin(user, next)
  useEffect(() => {
    announceArrival()
    handOver(user)
    location.replace(path)
  }, [path, user])
  return null
}
