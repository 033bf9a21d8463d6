import type { Db } from '../db/pool.ts'
import type { Payable, PaymentEvent } from '../payments/purposes.ts'
import { insertReceipt } from '../receipts/receipt-queries.ts'

/** The fee can be paid whatever the status of the complaint. */
export const payableComplaint: Payable = { isPayable: async () => true, onPayment }

/** Updates the payment status only. The complaint's own status does not depend on the payment. */
async function onPayment(transaction: Db, complaintId: number, event: PaymentEvent): Promise<void> {
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
      await writeReceipt(transaction, complaintId, event.paymentId)
      break
    case 'refunded':
      await complaint.set({ payment_status: 'refunded' }).where('payment_status', '=', 'paid').execute()
  }
}

async function writeReceipt(transaction: Db, complaintId: number, paymentId: number): Promise<void> {
  const { fullname } = await transaction
    .selectFrom('complaints')
    .select('fullname')
    .where('id', '=', complaintId)
    .executeTakeFirstOrThrow()
  await insertReceipt(transaction, { paymentId, paidBy: fullname, paidFor: `Filing fee for complaint ${complaintId}` })
}
