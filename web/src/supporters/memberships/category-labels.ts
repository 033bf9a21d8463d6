import { paths } from '@petsetu/contract/paths.ts'
import type { PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'

type Labels = { membership: PlainId; noPlans: PlainId; path: string }

/** The names of each category and the path of its registration. */
export const CATEGORY_LABELS: Record<PlanCategory, Labels> = {
  regular: {
    membership: 'titles.regularMembership',
    noPlans: 'registration.noRegularPlans',
    path: paths.regularMembership.to({}),
  },
  premium: {
    membership: 'titles.premiumMembership',
    noPlans: 'registration.noPremiumPlans',
    path: paths.premiumMembership.to({}),
  },
}

export function otherCategory(category: PlanCategory): PlanCategory {
  return category === 'regular' ? 'premium' : 'regular'
}
