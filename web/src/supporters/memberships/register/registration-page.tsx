import { paths } from '@petsetu/contract/paths.ts'
import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import type { PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { useCheckoutPage } from '../../../payments/checkout/use-checkout-page.ts'
import { usePersonKey } from '../../../people/auth/ended-session.ts'
import { useUser } from '../../../people/auth/session.ts'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import type { PageLoader } from '../../../platform/lib/first-data.ts'
import { requestData } from '../../../platform/lib/request-data.ts'
import { FormSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import type { RegistrationValues } from '../../../shared/registration-values.ts'
import { plansOf } from '../../../shared/use-plans.ts'
import { CATEGORY_LABELS } from '../category-labels.ts'
import { Registering } from './registering.tsx'

export function RegularPage({ site }: { site: Site }) {
  return <RegistrationPage category="regular" site={site} />
}

RegularPage.load = ((prefetch) => prefetch(plansOf('regular'))) satisfies PageLoader

export function PremiumPage({ site }: { site: Site }) {
  return <RegistrationPage category="premium" site={site} />
}

PremiumPage.load = ((prefetch) => prefetch(plansOf('premium'))) satisfies PageLoader

function RegistrationPage({ category, site }: { category: PlanCategory; site: Site }) {
  const text = useText()
  const user = useUser()
  const personKey = usePersonKey()
  const renewal = useRenewal(category, user)
  useCheckoutPage('membership', site)
  return (
    <>
      <PageTitle hint={text('registration.registerHint')}>{text(CATEGORY_LABELS[category].membership)}</PageTitle>
      {!user && renewal.isAsked && (
        <Notice kind="info">
          <RichText
            id="registration.logInToRenew"
            fill={{ link: (content) => <a href={paths.login.to({}, { next: renewal.address })}>{content}</a> }}
          />
        </Notice>
      )}
      {user && hasDuty(user, 'money') && (
        <Notice kind="info">
          <RichText
            id="registration.forYourself"
            fill={{ link: (content) => <a href={paths.desk.to({})}>{content}</a> }}
          />
        </Notice>
      )}
      {renewal.isPending ? (
        <FormSkeleton />
      ) : (
        // The key clears the form after signing out, for the next person.
        <Registering key={personKey} category={category} user={user} known={renewal.known} payee={site.legalName} />
      )}
    </>
  )
}

type Known = Partial<RegistrationValues>

/**
 * Returns the known facts of a renewal, if the address asks for one: `?renew=` and the plan. A member who is signed in gets what was typed
 * before, so that an unpaid membership goes on with its order.
 */
function useRenewal(category: PlanCategory, user: SessionUser | null) {
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
