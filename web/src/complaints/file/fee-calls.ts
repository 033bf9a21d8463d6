import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import type { CheckoutOrder } from '../../payments/checkout/provider.ts'
import type { PayCalls, Settled, Subject } from '../../payments/checkout/run-payment.ts'
import { CallError } from '../../platform/lib/requests/request.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'

/** The calls by which the fee of a complaint is paid. */
export const FEE_CALLS: PayCalls = {
  openOrder: openFeeOrder,
  async verify({ id }, reply) {
    const body = { ...reply, complaint_id: id }
    return (await requestData(complaintCalls.verifyPayment, { body })).receipt_path
  },
}

async function openFeeOrder(
  { id, amountPaise, name, email, phone, payBy }: Subject,
  signal: AbortSignal,
): Promise<CheckoutOrder | Settled> {
  const amount = amountPaise / PAISE_PER_RUPEE
  try {
    if (payBy) return await requestData(complaintCalls.payUnpaid, { body: { ...payBy, amount } }, { signal })
    const body = { complaint_id: id, amount, name, email, phone }
    return await requestData(complaintCalls.initiatePayment, { body }, { signal })
  } catch (error) {
    if (error instanceof CallError && error.status === 409) return { settled: error.message }
    throw error
  }
}
