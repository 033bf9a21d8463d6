import { complaintCalls } from '@petsetu/contract/complaints.ts'
import { formatRupees } from '@petsetu/contract/money.ts'
import { type DeskPayment, paymentCalls } from '@petsetu/contract/payments.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf } from '../lib/ask.ts'
import { messageOf, request } from '../lib/request.ts'
import { confirmDestruction } from '../ui/confirm.tsx'
import { tellDone, tellFailed } from '../ui/tell.ts'

/** Asks, then sends a payment back, in full. `refundingId` is the payment on its way. */
export function useRefund() {
  const queries = useQueryClient()
  const [refundingId, setRefundingId] = useState<number | null>(null)

  async function carryOut(payment: DeskPayment) {
    setRefundingId(payment.id)
    try {
      const { reply } = await request(paymentCalls.refund, { params: { id: String(payment.id) } })
      tellDone(reply.data.status === 'refunded' ? 'The payment has been refunded.' : 'The refund is under way.')
    } catch (error) {
      tellFailed(messageOf(error, 'Failed to refund the payment. Please try again.'))
    } finally {
      // Also after a failure: the refund may have been taken on all the same.
      await queries.invalidateQueries({ queryKey: keyOf(complaintCalls.read) })
      void queries.invalidateQueries({ queryKey: keyOf(complaintCalls.listAll) })
      setRefundingId(null)
    }
  }

  function askToRefund(payment: DeskPayment) {
    const amount = formatRupees(payment.amount)
    confirmDestruction({
      title: `Refund ${amount}?`,
      children: `All of payment ${payment.razorpay_payment_id} goes back to whoever made it. This cannot be undone.`,
      confirmLabel: 'Refund',
      onConfirm: () => void carryOut(payment),
    })
  }

  return { askToRefund, refundingId }
}
