import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import type { Call } from '@petsetu/contract/platform/call.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { useText } from '../platform/languages/use-text.tsx'
import { request } from '../platform/lib/request.ts'
import { useSave } from '../platform/ui/form/use-save.ts'

/** `id` is our id of the payment, `amount` is in rupees. */
export type Refundable = { id: number; amount: number; razorpay_payment_id: string }

/** Refunds a payment in full. `shownBy` are the calls whose replies show it. */
export function useRefund(shownBy: Call[]) {
  const text = useText()
  return useSave({
    call: paymentCalls.refund,
    send: ({ id }: Refundable) => request(paymentCalls.refund, { params: { id: String(id) } }),
    confirm: ({ amount, razorpay_payment_id }) => ({
      title: text('refund.question', { amount: formatRupees(amount) }),
      children: text('refund.explanation', { payment: razorpay_payment_id }),
      confirmLabel: text('refund.confirm'),
    }),
    rowOf: ({ id }) => id,
    invalidates: shownBy,
    success: ({ reply }) => text(reply.data.status === 'refunded' ? 'refund.done' : 'refund.underWay'),
    failure: { fallback: text('refund.failed') },
  })
}
