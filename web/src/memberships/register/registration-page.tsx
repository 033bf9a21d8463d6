import { hasDuty } from '@petsetu/contract/duties.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { PlanCategory } from '@petsetu/contract/plans.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { usePersonKey } from '../../auth/ended-session.ts'
import { useUser } from '../../auth/session.ts'
import { useCheckoutPage } from '../../checkout/use-checkout-page.ts'
import { RichText, useText } from '../../languages/use-text.tsx'
import type { LoadFirst } from '../../lib/first-data.ts'
import { plansOf } from '../../shared/use-plans.ts'
import { FormSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { CATEGORY_LABELS } from '../category-labels.ts'
import { Registering } from './registering.tsx'
import { useRenewal } from './use-renewal.ts'

export function RegularPage({ site }: { site: Site }) {
  return <RegistrationPage category="regular" site={site} />
}

RegularPage.load = ((prefetch) => prefetch(plansOf('regular'))) satisfies LoadFirst

export function PremiumPage({ site }: { site: Site }) {
  return <RegistrationPage category="premium" site={site} />
}

PremiumPage.load = ((prefetch) => prefetch(plansOf('premium'))) satisfies LoadFirst

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
