import { membershipCalls } from '@petsetu/contract/memberships.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import type { Plan } from '@petsetu/contract/plans.ts'
import { orderOf } from '../../checkout/open-checkout.ts'
import type { Created } from '../../checkout/run-payment.ts'
import { pageText } from '../../languages/page-text.ts'
import { requestData } from '../../lib/request-data.ts'
import type { RegistrationValues } from '../../shared/registration-values.ts'

type NewRegistration = { values: RegistrationValues; plan: Plan; signal: AbortSignal; isAnother: boolean }

/**
 * Registers, or returns the pending membership with the same details, or the one that was paid today unless another one is wanted. A free
 * plan has no order.
 */
export async function register({ values, plan, signal, isAnother }: NewRegistration): Promise<Created> {
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
