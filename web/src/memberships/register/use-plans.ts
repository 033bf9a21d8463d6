import { type PlanCategory, planCalls } from '@petsetu/contract/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../lib/call-query.ts'
import { requestData } from '../../lib/request-data.ts'

const CALLS = { regular: planCalls.listRegular, premium: planCalls.listPremium }

/** The active plans of a category, cheapest first. */
export function usePlans(category: PlanCategory) {
  const call = CALLS[category]
  return useQuery({
    queryKey: keyOf(call),
    queryFn: async ({ signal }) => (await requestData(call, {}, { signal })).plans,
  })
}
