import type { Db } from '../db/pool.ts'
import type { PaymentEvent } from '../payments/purpose.ts'

/** What becomes of a complaint when its money moves. Its status as a case is not the money's business and stays. */
export async function onComplaintPayment(transaction: Db, complaintId: number, event: PaymentEvent): Promise<void> {
  const complaint = transaction.updateTable('complaints').where('id', '=', complaintId)
  switch (event.kind) {
    case 'opened':
      await complaint.set({ payment_status: 'pending' }).where('payment_status', 'in', ['none', 'failed']).execute()
      break
    case 'failed':
      await complaint.set({ payment_status: 'failed' }).where('payment_status', 'in', ['none', 'pending']).execute()
      break
    case 'paid':
      await complaint
        .set({
          payment_status: 'paid',
          payment_paise: event.amountPaise,
          razorpay_payment_id: event.providerPaymentId,
          payment_date: event.paidAt,
        })
        .execute()
      break
    case 'refunded':
      await complaint.set({ payment_status: 'refunded' }).where('payment_status', '=', 'paid').execute()
  }
}
