import type { Call } from '@petsetu/contract/call.ts'
import { formatRupees } from '@petsetu/contract/money.ts'
import { paymentCalls } from '@petsetu/contract/payments.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf } from '../lib/ask.ts'
import { messageOf, request } from '../lib/request.ts'
import { confirmDestruction } from './confirm.tsx'
import { tellDone, tellFailed } from './tell.ts'

/** `id` is our number of the payment, `amount` in rupees. */
type Refundable = { id: number; amount: number; razorpay_payment_id: string }

/** Asks, then sends a payment back, in full, and has the replies to `shownBy` loaded again. `refundingId` is the one on its way. */
export function useRefund(shownBy: Call[]) {
  const queries = useQueryClient()
  const [refundingId, setRefundingId] = useState<number | null>(null)

  async function carryOut({ id }: Refundable) {
    setRefundingId(id)
    try {
      const { reply } = await request(paymentCalls.refund, { params: { id: String(id) } })
      tellDone(reply.data.status === 'refunded' ? 'The payment has been refunded.' : 'The refund is under way.')
    } catch (error) {
      tellFailed(messageOf(error, 'Failed to refund the payment. Please try again.'))
    } finally {
      // Also after a failure: the refund may have been taken on all the same.
      await Promise.all(shownBy.map((call) => queries.invalidateQueries({ queryKey: keyOf(call) })))
      setRefundingId(null)
    }
  }

  function askToRefund(payment: Refundable) {
    confirmDestruction({
      title: `Refund ${formatRupees(payment.amount)}?`,
      children: `All of payment ${payment.razorpay_payment_id} goes back to whoever made it. This cannot be undone.`,
      confirmLabel: 'Refund',
      onConfirm: () => void carryOut(payment),
    })
  }

  return { askToRefund, refundingId }
}
