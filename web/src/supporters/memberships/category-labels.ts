import { paths } from '@petsetu/contract/paths.ts'
import type { PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'

type Labels = { plan: PlainId; membership: PlainId; noPlans: PlainId; path: string }

/** The names of each category and the path of its registration. */
export const CATEGORY_LABELS: Record<PlanCategory, Labels> = {
  regular: {
    plan: 'myMembership.regularPlan',
    membership: 'titles.regularMembership',
    noPlans: 'registration.noRegularPlans',
    path: paths.regularMembership.to({}),
  },
  premium: {
    plan: 'myMembership.premiumPlan',
    membership: 'titles.premiumMembership',
    noPlans: 'registration.noPremiumPlans',
    path: paths.premiumMembership.to({}),
  },
}

export function otherCategory(category: PlanCategory): PlanCategory {
  return category === 'regular' ? 'premium' : 'regular'
}
