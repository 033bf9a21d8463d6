import { hasDuty } from '@petsetu/contract/duties.ts'
import { dutyOf } from '@petsetu/contract/page-duties.ts'
import type { Page } from '@petsetu/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useMatches } from 'react-router'
import { ownAccount } from '../auth/own-account.ts'
import { useUser } from '../auth/session.ts'

const OutsideDuties = lazy(async () => ({ default: (await import('../users/outside-duties.tsx')).OutsideDuties }))

/** Shows a page to an admin whose duties cover it, and says so to others who have opened its address. */
export function WithinDuties({ children }: { children: ReactNode }) {
  const user = useUser()
  const page = useMatches().at(-1)?.handle as Page | undefined
  useFreshDuties()
  const needed = page ? dutyOf(page) : 'any'
  if (!user || needed === 'any' || hasDuty(user, needed)) return children
  return (
    <Suspense>
      <OutsideDuties needed={needed} has={user.duties ?? []} />
    </Suspense>
  )
}

/** Asks for duties that were given or taken since the sign-in: at the start, and when a call was refused for want of one. */
function useFreshDuties(): void {
  const hasSome = useUser()?.duties !== undefined
  const { refetch } = useQuery({ ...ownAccount, enabled: hasSome })
  useEffect(() => {
    const ask = () => void refetch()
    addEventListener('duties-changed', ask)
    return () => removeEventListener('duties-changed', ask)
  }, [refetch])
}
