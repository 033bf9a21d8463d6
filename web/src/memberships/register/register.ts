import { membershipCalls } from '@petsetu/contract/memberships.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import type { Plan } from '@petsetu/contract/plans.ts'
import type { Created } from '../../checkout/run-payment.ts'
import { requestData } from '../../lib/request-data.ts'
import type { RegistrationValues } from './registration-values.ts'

type NewRegistration = { values: RegistrationValues; plan: Plan; signal: AbortSignal }

/** Registers, or returns the pending membership with the same details. A free plan has no order. */
export async function register({ values, plan, signal }: NewRegistration): Promise<Created> {
  const body = { ...values, plan_id: plan.id }
  const { membership_id, order_id, checkout_data } = await requestData(membershipCalls.register, { body }, { signal })
  const { name, email, phone } = values
  const amountPaise = Math.round(plan.price * PAISE_PER_RUPEE)
  return {
    subject: { id: membership_id, name, email, phone, amountPaise, fileName: null },
    order: order_id && checkout_data ? { order_id, checkout_data } : null,
  }
}
