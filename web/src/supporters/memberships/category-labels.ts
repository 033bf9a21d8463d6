import { paths } from '@petsetu/contract/paths.ts'
import type { PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import type { PayPlace } from '../../payments/checkout/pay-state.ts'

type Labels = { membership: PlainId; noPlans: PlainId; path: string; place: PayPlace }

/** The names of each category, the path of its registration and the place of its payments. */
export const CATEGORY_LABELS: Record<PlanCategory, Labels> = {
  regular: {
    membership: 'titles.regularMembership',
    noPlans: 'registration.noRegularPlans',
    path: paths.regularMembership.to({}),
    place: 'membership',
  },
  premium: {
    membership: 'titles.premiumMembership',
    noPlans: 'registration.noPremiumPlans',
    path: paths.premiumMembership.to({}),
    place: 'premium-membership',
  },
}

export function otherCategory(category: PlanCategory): PlanCategory {
  return category === 'regular' ? 'premium' : 'regular'
}
