import { paths } from '@petsetu/contract/paths.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import type { Plan, PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import { useEffect, useState } from 'react'
import { useCheckoutPage } from '../../../payments/checkout/pay-flow.ts'
import { usePersonKey } from '../../../people/auth/ended-session.ts'
import { useUser } from '../../../people/auth/session.ts'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import { FormTitle } from '../../../platform/public-form/form-card.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { CATEGORY_LABELS } from '../category-labels.ts'
import classes from './registering.module.css'
import { Registering } from './registering.tsx'
import { MEMBERSHIP_CALLS, usePlansOnOffer } from './use-registering.ts'

type Props = {
  category: PlanCategory
  /** The plans that the server has rendered; null if it could not read them. */
  rendered: Plan[] | null
  site: Site
}

export function RegistrationPage({ category, rendered, site }: Props) {
  const text = useText()
  const user = useUser()
  const personKey = usePersonKey()
  const plans = usePlansOnOffer(category, rendered)
  const renewed = useRenewedPlan()
  useCheckoutPage(CATEGORY_LABELS[category].place, site, MEMBERSHIP_CALLS)
  return (
    <>
      <FormTitle width="wide" picture="/drawing-card.svg" under={text('registration.offer')}>
        {text(CATEGORY_LABELS[category].membership)}
      </FormTitle>
      <div className={classes.page}>
        {!user && renewed !== null && <LogInToRenew />}
        {user && hasDuty(user, 'money') && (
          <Notice kind="info">
            <RichText
              id="registration.forYourself"
              fill={{ link: (content) => <a href={paths.desk.to({})}>{content}</a> }}
            />
          </Notice>
        )}
        {/* The key clears the form after signing out, for the next person. */}
        <Registering key={personKey} category={category} plans={plans} renewed={renewed} site={site} />
      </div>
    </>
  )
}

function LogInToRenew() {
  // It is only ever shown once the script has read the address, so never by the server.
  const next = location.pathname + location.search
  return (
    <Notice kind="info">
      <RichText
        id="registration.logInToRenew"
        fill={{ link: (content) => <a href={paths.login.to({}, { next })}>{content}</a> }}
      />
    </Notice>
  )
}

/** The plan that the address asks to renew, as the link of a reminder does; null without one, and until the script has read the address. */
function useRenewedPlan(): string | null {
  const [renewed, setRenewed] = useState<string | null>(null)
  useEffect(() => setRenewed(new URLSearchParams(location.search).get('renew')), [])
  return renewed
}
