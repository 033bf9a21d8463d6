import { paths } from '@petsetu/contract/paths.ts'
import type { PlanCategory } from '@petsetu/contract/plans.ts'

/** The name of each category and the path of its registration. */
export const CATEGORY_LABELS: Record<PlanCategory, { plan: string; membership: string; path: string }> = {
  regular: { plan: 'Regular Plan', membership: 'Regular Membership', path: paths.regularMembership.to({}) },
  premium: { plan: 'Premium Plan', membership: 'Premium Membership', path: paths.premiumMembership.to({}) },
}

export function otherCategory(category: PlanCategory): PlanCategory {
  return category === 'regular' ? 'premium' : 'regular'
}
