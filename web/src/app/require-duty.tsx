import { dutiesOf } from '@petsetu/contract/page-duties.ts'
import type { Page } from '@petsetu/contract/paths.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import type { ReactNode } from 'react'
import { useMatches } from 'react-router'
import { useOwnAccount } from '../people/auth/own-account.ts'
import { useUser } from '../people/auth/session.ts'
import { DutyMissing } from '../people/users/duty-missing.tsx'

/** For an admin with some duties: shows a page that they cover, and in place of any other says so. */
export function RequireDuty({ children }: { children: ReactNode }) {
  const user = useUser()
  // Asked for at the start, because duties may have been given or taken since the sign-in.
  useOwnAccount()
  const page = useMatches().at(-1)?.handle as Page | undefined
  const duties = page ? dutiesOf(page) : (['any'] as const)
  const [needed] = duties
  if (!user || needed === 'any' || duties.some((duty) => hasDuty(user, duty))) return children
  return <DutyMissing needed={needed} has={user.duties ?? []} />
}
