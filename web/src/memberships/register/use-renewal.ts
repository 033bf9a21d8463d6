import type { SessionUser } from '@petsetu/contract/auth.ts'
import { membershipCalls } from '@petsetu/contract/memberships.ts'
import type { PlanCategory } from '@petsetu/contract/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { requestData } from '../../lib/request-data.ts'
import type { RegistrationValues } from '../../shared/registration-values.ts'

type Known = Partial<RegistrationValues>

/**
 * Returns the known facts of a renewal, if the address asks for one: `?renew=` and the plan. A member who is signed in gets what was typed
 * before, so that an unpaid membership goes on with its order.
 */
export function useRenewal(category: PlanCategory, user: SessionUser | null) {
  const asked = useSearchParams()[0].get('renew')
  const { pathname, search } = useLocation()
  const typed = useQuery({
    queryKey: ['renewal', category, user?.id],
    queryFn: ({ signal }) => requestData(membershipCalls.renewal, { query: { category } }, { signal }),
    enabled: asked !== null && user !== null,
    // Text that the person types meanwhile must not be replaced.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const known: Known = typed.data
    ? { ...typed.data, plan_id: String(typed.data.plan_id) }
    : { ...(asked && { plan_id: asked }) }
  return { isAsked: asked !== null, isPending: typed.isLoading, known, address: pathname + search }
}
