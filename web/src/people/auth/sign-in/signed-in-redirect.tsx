import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { useEffect } from 'react'
import { announceArrival } from '../../../platform/lib/address/arrival.ts'
import { handOver } from '../hand-over.ts'
import { homeOf } from '../session.ts'

/** Leads a signed-in person to the page they came from, or to their own home. */
export function SignedInRedirect({ user, next }: { user: SessionUser; next: string | null }) {
  useEffect(() => {
    async function leave() {
      announceArrival()
      handOver(user)
      location.replace(await pathAfterLogin(user, next))
    }
    void leave()
  }, [user, next])
  return null
}

/** Loads the table of all pages, which the form does without. */
async function pathAfterLogin(user: SessionUser, next: string | null): Promise<string> {
  if (next === null) return homeOf(user)
  const rules = await import('./redirect-after-login.ts').catch(() => null)
  return rules ? rules.redirectAfterLogin(user, next) : homeOf(user)
}
