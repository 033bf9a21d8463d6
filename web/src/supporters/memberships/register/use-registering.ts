import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import type { Plan, PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import { useEffect, useRef, useState } from 'react'
import { orderOf } from '../../../payments/checkout/open-checkout.ts'
import { payFlow, usePayState } from '../../../payments/checkout/pay-flow.ts'
import type { Created } from '../../../payments/checkout/run-payment.ts'
import { ownerOf } from '../../../people/auth/session.ts'
import { pageText } from '../../../platform/languages/page-text.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { CallError, messageOf } from '../../../platform/lib/request.ts'
import { requestData } from '../../../platform/lib/request-data.ts'
import { useDraftedForm } from '../../../platform/lib/use-drafted-form.ts'
import { focusFirstError } from '../../../platform/ui/form/focus-first-error.ts'
import { errorsOf, type RegistrationValues, valuesFor } from '../../../shared/registration-values.ts'
import { usePlans } from '../../../shared/use-plans.ts'

type Registrant = { category: PlanCategory; user: SessionUser | null; known: Partial<RegistrationValues> }

/** The plans of a category, the fields of a registration, and sending them. `element` is the form on the page. */
export function useRegistering({ category, user, known }: Registrant) {
  const text = useText()
  const plans = usePlans(category)
  const [initial] = useState(() => ({ ...valuesFor(user), ...known }))
  const draft = { owner: ownerOf(user), form: `registration-${category}` }
  const { form, isRestored, clear, forgetDraft } = useDraftedForm({ initial, draft, errorsOf })
  const element = useRef<HTMLFormElement>(null)
  const chosen = plans.data?.find((plan) => String(plan.id) === form.values.plan_id)
  const isDone = usePayState('membership').done !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is done, not when the form is built anew.
  useEffect(() => {
    if (isDone) void forgetDraft()
  }, [isDone])

  function showErrors(errors: Record<string, string>) {
    form.setErrors(errors)
    focusFirstError(element.current, errors)
  }

  async function submit(values: RegistrationValues, plan: Plan | undefined) {
    // A plan that was chosen before a reload may have been withdrawn.
    if (!plan) return showErrors(errorsOf({ ...values, plan_id: '' }))
    const outcome = await payFlow('membership').start((signal, isAnother) =>
      register({ values, plan, signal, isAnother }),
    )
    if (outcome?.kind === 'repriced') await plans.refetch()
    if (outcome?.kind !== 'failed' || !(outcome.error instanceof CallError)) return
    const isPlanGone = outcome.step === 'create' && outcome.error.status === 404
    if (isPlanGone) await plans.refetch()
    showErrors({
      ...outcome.error.fields,
      ...(isPlanGone && { plan_id: messageOf(outcome.error, text('registration.planGone')) }),
    })
  }

  return { plans, chosen, element, form, isRestored, clear, submit }
}

type NewRegistration = { values: RegistrationValues; plan: Plan; signal: AbortSignal; isAnother: boolean }

/**
 * Registers, or returns the pending membership with the same details, or the one that was paid today unless another one is wanted. A free
 * plan has no order.
 */
async function register({ values, plan, signal, isAnother }: NewRegistration): Promise<Created> {
  const body = { ...values, plan_id: plan.id, ...(isAnother && { is_another: true }) }
  const { membership_id, order_id, checkout_data, is_settled } = await requestData(
    membershipCalls.register,
    { body },
    { signal },
  )
  const { name, email, phone } = values
  const amountPaise = Math.round(plan.price * PAISE_PER_RUPEE)
  return {
    subject: { id: membership_id, name, email, phone, amountPaise, fileName: null },
    order: is_settled ? { settled: pageText('checkout.membershipSettled') } : orderOf(order_id, checkout_data),
  }
}
