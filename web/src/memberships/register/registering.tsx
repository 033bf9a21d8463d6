import { Button } from '@mantine/core'
import type { SessionUser } from '@petsetu/contract/auth.ts'
import type { Plan, PlanCategory } from '@petsetu/contract/plans.ts'
import { counted } from '@petsetu/languages/formats.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useEffect, useRef, useState } from 'react'
import { ownerOf } from '../../auth/session.ts'
import { PayActivity } from '../../checkout/pay-activity.tsx'
import { payFlow, usePayState } from '../../checkout/pay-flow.ts'
import { PayNotice } from '../../checkout/pay-notice.tsx'
import { PayTerms } from '../../checkout/pay-terms.tsx'
import { UnconfirmedPayments } from '../../checkout/unconfirmed-payments.tsx'
import { RichText, useText } from '../../languages/use-text.tsx'
import { CallError, messageOf } from '../../lib/request.ts'
import { useDraftedForm } from '../../lib/use-drafted-form.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { CardGridSkeleton, FormSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { focusFirstError } from '../../ui/form/focus-first-error.ts'
import { keepFocus } from '../../ui/form/keep-focus.ts'
import { PrivacyNotice } from '../../ui/form/privacy-notice.tsx'
import card from '../../ui/layout/card.module.css'
import { CATEGORY_LABELS, otherCategory } from '../category-labels.ts'
import { ActivePanel } from './active-panel.tsx'
import { NoPlans } from './no-plans.tsx'
import { PlanCards } from './plan-cards.tsx'
import { register } from './register.ts'
import classes from './registering.module.css'
import { RegistrationFields } from './registration-fields.tsx'
import { errorsOf, type RegistrationValues, valuesFor } from './registration-values.ts'
import { usePlans } from './use-plans.ts'

type Props = { category: PlanCategory; user: SessionUser | null; known: Partial<RegistrationValues>; payee: string }

/** The plans and the form; while a payment is unconfirmed, its state replaces them. */
export function Registering({ category, user, known, payee }: Props) {
  const text = useText()
  const plans = usePlans(category)
  const [initial] = useState(() => ({ ...valuesFor(user), ...known }))
  const draft = { owner: ownerOf(user), form: `registration-${category}` }
  const { form, isRestored, clear, forgetDraft } = useDraftedForm({ initial, draft, errorsOf })
  const { done, unconfirmed, message, activity } = usePayState('membership')
  const element = useRef<HTMLFormElement>(null)
  const formHeading = useRef<HTMLHeadingElement>(null)
  const chosen = plans.data?.find((plan) => String(plan.id) === form.values.plan_id)
  const isBusy = activity !== null
  const isDone = done !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is done, not when the form is built anew.
  useEffect(() => {
    if (isDone) void forgetDraft()
  }, [isDone])

  async function submit(values: RegistrationValues, plan: Plan | undefined) {
    // A plan that was chosen before a reload may have been withdrawn.
    if (!plan) return showErrors(errorsOf({ ...values, plan_id: '' }))
    const outcome = await payFlow('membership').start((signal) => register({ values, plan, signal }))
    if (outcome?.kind === 'repriced') await plans.refetch()
    if (outcome?.kind !== 'failed' || !(outcome.error instanceof CallError)) return
    const isPlanGone = outcome.step === 'create' && outcome.error.status === 404
    if (isPlanGone) await plans.refetch()
    showErrors({
      ...outcome.error.fields,
      ...(isPlanGone && { plan_id: messageOf(outcome.error, text('registration.planGone')) }),
    })
  }

  /** Leads on to the form. */
  function choose(plan: Plan) {
    form.setFieldValue('plan_id', String(plan.id))
    formHeading.current?.focus({ preventScroll: true })
    formHeading.current?.scrollIntoView()
  }

  function showErrors(errors: Record<string, string>) {
    form.setErrors(errors)
    focusFirstError(element.current, errors)
  }

  if (done) return <ActivePanel message={done.message} receiptPath={done.receiptPath} />
  const payments = (
    <UnconfirmedPayments purpose="membership" payments={unconfirmed} busyLabel={text('registration.processing')} />
  )
  if (unconfirmed.some(({ refusal }) => !refusal)) return payments
  if (plans.isPending) {
    return (
      <div className={classes.page}>
        <CardGridSkeleton count={3} />
        <FormSkeleton />
      </div>
    )
  }
  if (plans.isLoadingError) return <ErrorBox message={text(loadMessageOf(plans.error))} onRetry={plans.refetch} />
  if (plans.data.length === 0) return <NoPlans category={category} />
  return (
    <div className={classes.page}>
      <section aria-labelledby="plans-heading">
        <h2 id="plans-heading" className={classes.heading}>
          {text('registration.plans')}
        </h2>
        <PlanCards plans={plans.data} chosen={chosen} onChoose={choose} />
        <SeeAlso category={category} />
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
        <h2 ref={formHeading} className={classes.heading} tabIndex={-1}>
          {text('registration.registration')}
        </h2>
        {isRestored && (
          <Notice kind="info">
            <RichText
              id="drafts.restored"
              fill={{
                clear: (content) => (
                  <Button variant="subtle" px={0} my={-10} onClick={clear}>
                    {content}
                  </Button>
                ),
              }}
            />
          </Notice>
        )}
        <div className={`${card.card} ${classes.fields}`}>
          <p className={classes.legend}>{text('forms.required')}</p>
          <RegistrationFields form={form} plans={plans.data} chosen={chosen} />
          <PrivacyNotice id="notice.membership" />
        </div>
        {payments}
        <PayNotice message={message} takesFocus />
        <PayTerms
          payee={payee}
          item={chosen ? text('paidFor.membershipMonths', termsOf(chosen)) : null}
          amount={chosen?.price ?? null}
          isSticky
        >
          <Button
            className={classes.submit ?? ''}
            type="submit"
            variant={unconfirmed.length > 0 ? 'default' : 'filled'}
            disabled={isBusy}
            onMouseDown={keepFocus}
          >
            {text(isBusy ? 'registration.processing' : 'registration.complete')}
          </Button>
        </PayTerms>
        <PayActivity purpose="membership" />
      </form>
    </div>
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

function termsOf({ name, duration_months }: Plan) {
  return { plan: name, ...counted(duration_months) }
}

function loadMessageOf(error: Error): PlainId {
  const isAnswered = error instanceof CallError && error.status > 0
  return isAnswered ? 'registration.plansFailed' : 'registration.noServer'
}
