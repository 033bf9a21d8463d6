import { type PlanCategory, planCalls } from '@petsetu/contract/supporters/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { dataQuery } from '../platform/lib/data-query.ts'

const CALLS = { regular: planCalls.listRegular, premium: planCalls.listPremium }

export function plansOf(category: PlanCategory) {
  return dataQuery(CALLS[category])
}

/** The active plans of a category, cheapest first. */
export function usePlans(category: PlanCategory) {
  return useQuery({ ...plansOf(category), select: ({ plans }) => plans })
}
