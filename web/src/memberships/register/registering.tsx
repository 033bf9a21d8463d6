import type { SessionUser } from '@petsetu/contract/auth.ts'
import type { Plan, PlanCategory } from '@petsetu/contract/plans.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useRef } from 'react'
import { usePayState } from '../../checkout/pay-flow.ts'
import { UnconfirmedPayments } from '../../checkout/unconfirmed-payments.tsx'
import { RichText, useText } from '../../languages/use-text.tsx'
import { CallError } from '../../lib/request.ts'
import type { RegistrationValues } from '../../shared/registration-values.ts'
import { CardGridSkeleton, FormSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { CATEGORY_LABELS, otherCategory } from '../category-labels.ts'
import { ActivePanel } from './active-panel.tsx'
import { NoPlans } from './no-plans.tsx'
import { PlanCards } from './plan-cards.tsx'
import classes from './registering.module.css'
import { RegistrationForm } from './registration-form.tsx'
import { useRegistering } from './use-registering.ts'

type Props = { category: PlanCategory; user: SessionUser | null; known: Partial<RegistrationValues>; payee: string }

/** The plans and the form; while a payment is unconfirmed, its state replaces them. */
export function Registering({ category, user, known, payee }: Props) {
  const text = useText()
  const registering = useRegistering({ category, user, known })
  const { plans, chosen, form } = registering
  const formHeading = useRef<HTMLHeadingElement>(null)
  const { done, unconfirmed } = usePayState('membership')

  /** Leads on to the form. */
  function choose(plan: Plan) {
    form.setFieldValue('plan_id', String(plan.id))
    formHeading.current?.focus({ preventScroll: true })
    formHeading.current?.scrollIntoView()
  }

  if (done) return <ActivePanel {...done} />
  const payments = (
    <UnconfirmedPayments purpose="membership" payments={unconfirmed} busyLabel={text('registration.processing')} />
  )
  if (unconfirmed.some(({ refusal }) => !refusal)) return payments
  const skeleton = (
    <div className={classes.page}>
      <CardGridSkeleton count={3} />
      <FormSkeleton />
    </div>
  )
  return (
    <Loaded query={plans} skeleton={skeleton} failure={text(loadMessageOf(plans.error))}>
      {(offered) =>
        offered.length === 0 ? (
          <NoPlans category={category} />
        ) : (
          <div className={classes.page}>
            <section aria-labelledby="plans-heading">
              <h2 id="plans-heading" className={classes.heading}>
                {text('registration.plans')}
              </h2>
              <PlanCards plans={offered} chosen={chosen} onChoose={choose} />
              <SeeAlso category={category} />
            </section>
            <RegistrationForm registering={registering} plans={offered} heading={formHeading} payee={payee}>
              {payments}
            </RegistrationForm>
          </div>
        )
      }
    </Loaded>
  )
}

function SeeAlso({ category }: { category: PlanCategory }) {
  const text = useText()
  const { membership, path } = CATEGORY_LABELS[otherCategory(category)]
  return (
    <p className={classes.other}>
      {/* A plain link, because the page must load with its own security policy. */}
      <RichText id="registration.seeAlso" fill={{ link: () => <a href={path}>{text(membership)}</a> }} />
    </p>
  )
}

function loadMessageOf(error: Error | null): PlainId {
  const isAnswered = error instanceof CallError && error.status > 0
  return isAnswered ? 'registration.plansFailed' : 'registration.noServer'
}
