import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import type { Plan, PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useEffect, useRef, useState } from 'react'
import { payFlow, usePayState } from '../../../payments/checkout/pay-flow.ts'
import { orderOf } from '../../../payments/checkout/provider.ts'
import type { Created, PayCalls } from '../../../payments/checkout/run-payment.ts'
import { useKnownUser, useOwner } from '../../../people/auth/ended-session.ts'
import { useUser } from '../../../people/auth/session.ts'
import { pageText } from '../../../platform/languages/page-text.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { CallError, messageOf } from '../../../platform/lib/requests/request.ts'
import { requestData } from '../../../platform/lib/requests/request-data.ts'
import { usePublicForm } from '../../../platform/public-form/use-public-form.ts'
import { focusFirstError } from '../../../platform/ui/form/focus-first-error.ts'
import { PLAN_CALLS, type RegistrationValues, valuesFor } from '../../../shared/payers/registration-fields.tsx'
import { CATEGORY_LABELS } from '../category-labels.ts'

type Registration = { category: PlanCategory; plans: PlansOnOffer; renewed: string | null }

/** The fields of a registration, the plan that is chosen, and sending them. `element` is the form on the page. */
export function useRegistering({ category, plans, renewed }: Registration) {
  const text = useText()
  const { place } = CATEGORY_LABELS[category]
  const element = useRef<HTMLFormElement>(null)
  const { form, isRestored, clear, forgetDraft } = usePublicForm<RegistrationValues>({
    initial: { ...valuesFor(useKnownUser()), ...useKnownRenewal(category, renewed, useUser()) },
    draft: { owner: useOwner(), form: `registration-${category}` },
    loadChecks: async () => (await import('../../../shared/payers/registration-checks.ts')).errorsOf,
    element,
  })
  const chosen = plans.offered?.find((plan) => String(plan.id) === form.values.plan_id)
  const isDone = usePayState(place).done !== null
  const { name } = form.values
  // The page tells when it opens that an earlier payment was left, and is not moved by that.
  const [isTried, setTried] = useState(false)

  useEffect(() => payFlow(place).setPayer(name), [place, name])

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is done, not when the form is built anew.
  useEffect(() => {
    if (isDone) void forgetDraft()
  }, [isDone])

  function showErrors(errors: Record<string, string>) {
    form.setErrors(errors)
    focusFirstError(element.current, errors)
  }

  async function submit(values: RegistrationValues) {
    // A plan that was chosen before a reload may have been withdrawn.
    if (!chosen) return showErrors({ plan_id: text('problems.noPlan') })
    setTried(true)
    const outcome = await payFlow(place).start((signal, isAnother) =>
      register({ values, plan: chosen, signal, isAnother }),
    )
    if (outcome?.kind === 'repriced') await plans.reload()
    if (outcome?.kind !== 'failed' || !(outcome.error instanceof CallError)) return
    const isPlanGone = outcome.step === 'create' && outcome.error.status === 404
    if (isPlanGone) await plans.reload()
    showErrors({
      ...outcome.error.fields,
      ...(isPlanGone && { plan_id: messageOf(outcome.error, text('registration.planGone')) }),
    })
  }

  return { place, chosen, element, form, isRestored, isTried, clear, submit }
}

/**
 * The known facts of a renewal, if one is asked for. A member who is signed in gets what was typed before, so that an unpaid membership goes on
 * with its order.
 */
function useKnownRenewal(
  category: PlanCategory,
  renewed: string | null,
  user: SessionUser | null,
): Partial<RegistrationValues> {
  const [typed, setTyped] = useState<RegistrationValues | null>(null)
  const isMember = user !== null
  useEffect(() => {
    if (renewed === null || !isMember) return
    const leaving = new AbortController()
    requestData(membershipCalls.renewal, { query: { category } }, { signal: leaving.signal }).then(
      (found) => setTyped(found && { ...found, plan_id: String(found.plan_id) }),
      // The plan is chosen all the same; the call has logged its failure.
      () => {},
    )
    return () => leaving.abort()
  }, [renewed, isMember, category])
  return typed ?? (renewed === null ? {} : { plan_id: renewed })
}

export const MEMBERSHIP_CALLS: PayCalls = {
  async verify({ id }, reply) {
    const body = { ...reply, membership_id: id }
    return (await requestData(membershipCalls.verifyPayment, { body })).receipt_path
  },
}

type NewRegistration = { values: RegistrationValues; plan: Plan; signal: AbortSignal; isAnother: boolean }

/**
 * Registers, or returns the pending membership with the same details, or the one that was paid today unless another one is wanted. A free
 * plan has no order.
 */
async function register({ values, plan, signal, isAnother }: NewRegistration): Promise<Created> {
  const { id: plan_id, duration_months } = plan
  const body = { ...values, plan_id, duration_months, ...(isAnother && { is_another: true }) }
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

export type PlansOnOffer = {
  /** Cheapest first; null while they are not known. */
  offered: Plan[] | null
  /** Why they are not known. */
  failure: PlainId
  isLoading: boolean
  reload: () => Promise<void>
}

/** The plans for sale. The browser asks for them where the server could not read them, and again after a change. */
export function usePlansOnOffer(category: PlanCategory, rendered: Plan[] | null): PlansOnOffer {
  const [offered, setOffered] = useState(rendered)
  const [failure, setFailure] = useState<PlainId>('registration.plansFailed')
  const [isLoading, setLoading] = useState(false)

  async function reload() {
    setLoading(true)
    try {
      setOffered((await requestData(PLAN_CALLS[category], {})).plans)
    } catch (error) {
      const isAnswered = error instanceof CallError && error.status > 0
      setFailure(isAnswered ? 'registration.plansFailed' : 'registration.noServer')
    } finally {
      setLoading(false)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over what the server has rendered.
  useEffect(() => {
    if (rendered === null) void reload()
  }, [])

  return { offered, failure, isLoading, reload }
}
