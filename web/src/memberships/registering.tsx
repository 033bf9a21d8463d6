import { Button } from '@mantine/core'
import type { SessionUser } from '@petsetu/contract/auth.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import type { Plan, PlanCategory } from '@petsetu/contract/plans.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { useRef, useState } from 'react'
import { CallError } from '../lib/request.ts'
import { useDraftedForm } from '../lib/use-drafted-form.ts'
import card from '../ui/card.module.css'
import { ErrorBox } from '../ui/error-box.tsx'
import { focusFirstError } from '../ui/focus-first-error.ts'
import { keepFocus } from '../ui/keep-focus.ts'
import { CardGridSkeleton, FormSkeleton } from '../ui/list-skeletons.tsx'
import { Notice } from '../ui/notice.tsx'
import { ActivePanel } from './active-panel.tsx'
import { MadePaymentPanel } from './made-payment-panel.tsx'
import { NoPlans } from './no-plans.tsx'
import { PlanCards } from './plan-cards.tsx'
import type { Ending } from './register-membership.ts'
import classes from './registering.module.css'
import { RegistrationFields } from './registration-fields.tsx'
import { planErrorOf } from './registration-message.ts'
import { RegistrationNotice } from './registration-notice.tsx'
import { errorsOf, type RegistrationValues, valuesFor } from './registration-values.ts'
import { usePlans } from './use-plans.ts'
import { useRegistering } from './use-registering.ts'

type Props = { category: PlanCategory; site: Site; user: SessionUser | null }

/** The plans to compare and the form; once something was paid, how that stands. */
export function Registering({ category, site, user }: Props) {
  const plans = usePlans(category)
  const [initial] = useState(() => valuesFor(user))
  const draftName = `registration-${category}-${user?.id ?? 'visitor'}`
  const { form, isRestored, clear, forgetDraft } = useDraftedForm({ initial, draftName, errorsOf })
  const registering = useRegistering(site, onEnding)
  const element = useRef<HTMLFormElement>(null)
  const chosen = plans.data?.find((plan) => String(plan.id) === form.values.plan_id)

  async function onEnding(ending: Ending) {
    if (ending.kind === 'active') forgetDraft()
    if (ending.kind === 'repriced') await plans.refetch()
    if (ending.kind !== 'failed') return
    const planError = planErrorOf(ending)
    if (planError) await plans.refetch()
    if (!(ending.error instanceof CallError)) {
      console.error(`Registering failed at ${ending.at}:`, ending.error)
      return
    }
    const errors = { ...ending.error.fields, ...(planError && { plan_id: planError }) }
    form.setErrors(errors)
    focusFirstError(element.current, errors)
  }

  async function submit(values: RegistrationValues, plan: Plan | undefined) {
    if (plan) return registering.register({ ...values, plan_id: plan.id }, Math.round(plan.price * PAISE_PER_RUPEE))
    // Chosen before a reload, and no longer offered.
    const errors = errorsOf({ ...values, plan_id: '' })
    form.setErrors(errors)
    focusFirstError(element.current, errors)
  }

  const { made, message, active, isBusy } = registering
  if (active) return <ActivePanel receiptPath={active.receiptPath} />
  if (made) {
    const confirm = () => registering.confirm(made)
    return <MadePaymentPanel payment={made} message={message} isBusy={isBusy} onConfirm={confirm} />
  }
  if (plans.isPending) {
    return (
      <div className={classes.page}>
        <CardGridSkeleton count={3} />
        <FormSkeleton />
      </div>
    )
  }
  if (plans.isLoadingError) return <ErrorBox message={loadMessageOf(plans.error)} onRetry={plans.refetch} />
  if (plans.data.length === 0) return <NoPlans category={category} />
  return (
    <div className={classes.page}>
      <section aria-labelledby="plans-heading">
        <h2 id="plans-heading" className={classes.heading}>
          The plans
        </h2>
        <PlanCards
          plans={plans.data}
          chosen={chosen}
          onChoose={(plan) => form.setFieldValue('plan_id', String(plan.id))}
        />
      </section>
      <form
        ref={element}
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(
          (values) => submit(values, chosen),
          (errors) => focusFirstError(element.current, errors),
        )}
      >
        <h2 className={classes.heading}>Your registration</h2>
        {isRestored && (
          <Notice kind="info">
            What you had typed before is back.{' '}
            <Button variant="subtle" px={0} my={-10} onClick={clear}>
              Clear the form
            </Button>
          </Notice>
        )}
        <div className={`${card.card} ${classes.fields}`}>
          <p className={classes.legend}>Fields marked * are required.</p>
          <RegistrationFields form={form} plans={plans.data} chosen={chosen} />
        </div>
        <RegistrationNotice message={message} />
        <Button className={classes.submit ?? ''} type="submit" disabled={isBusy} onMouseDown={keepFocus}>
          {isBusy ? 'Processing Payment...' : 'Complete Registration'}
        </Button>
      </form>
    </div>
  )
}

function loadMessageOf(error: Error): string {
  const isAnswered = error instanceof CallError && error.status > 0
  return isAnswered ? 'Failed to load membership plans' : 'Error connecting to server'
}
