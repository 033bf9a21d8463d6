import type { PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { dataQuery } from '../../platform/lib/requests/call-query.ts'
import { PLAN_CALLS } from './plan-calls.ts'

/** The active plans of a category, cheapest first. */
export function usePlans(category: PlanCategory) {
  return useQuery({ ...dataQuery(PLAN_CALLS[category]), select: ({ plans }) => plans })
}
