import { membershipCalls, type Registration } from '@petsetu/contract/memberships.ts'
import { confirmPayment } from '../checkout/confirm-payment.ts'
import type { CallError } from '../lib/request.ts'
import { requestData } from '../lib/request-data.ts'
import type { MadePayment, Registered } from './register-membership.ts'

export async function register(registration: Registration): Promise<Registered> {
  const { membership_id, order_id, checkout_data } = await requestData(membershipCalls.register, { body: registration })
  return { membershipId: membership_id, order: order_id && checkout_data ? { order_id, checkout_data } : null }
}

/** Has the server prove a payment and answers the path of its receipt; `onDelay` hears why it takes longer. */
export async function verify(
  { membershipId, reply }: MadePayment,
  onDelay: (error: CallError) => void,
): Promise<string | null> {
  const body = { ...reply, membership_id: membershipId }
  let receiptPath: string | null = null
  await confirmPayment(
    async () => {
      receiptPath = (await requestData(membershipCalls.verifyPayment, { body })).receipt_path
    },
    { onDelay },
  )
  return receiptPath
}
