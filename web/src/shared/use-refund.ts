import type { Call } from '@petsetu/contract/call.ts'
import { paymentCalls } from '@petsetu/contract/payments.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { request } from '../lib/request.ts'
import { useSave } from '../ui/form/use-save.ts'

/** `id` is our id of the payment, `amount` is in rupees. */
export type Refundable = { id: number; amount: number; razorpay_payment_id: string }

/** Refunds a payment in full. `shownBy` are the calls whose replies show it. */
export function useRefund(shownBy: Call[]) {
  return useSave({
    call: paymentCalls.refund,
    send: ({ id }: Refundable) => request(paymentCalls.refund, { params: { id: String(id) } }),
    confirm: ({ amount, razorpay_payment_id }) => ({
      title: `Refund ${formatRupees(amount)}?`,
      children: `All of payment ${razorpay_payment_id} goes back to whoever made it. This cannot be undone.`,
      confirmLabel: 'Refund',
    }),
    rowOf: ({ id }) => id,
    invalidates: shownBy,
    success: ({ reply }) =>
      reply.data.status === 'refunded' ? 'The payment has been refunded.' : 'The refund is under way.',
    failure: { fallback: 'Failed to refund the payment. Please try again.' },
  })
}
