import { type Actor, recordAudit } from '../audit/record-audit.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { conflict } from '../errors.ts'
import { lockDeskPayment } from './change-desk-payment.ts'

/**
 * Withdraws the request to void a payment, as if nobody had asked. Rejects with 409 if the payment is void already, if nobody asked,
 * or if another admin asked whose account still exists.
 */
export async function withdrawVoid(db: Db, paymentId: number, by: Actor): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { row } = await lockDeskPayment(transaction, paymentId)
    if (row.state === 'void') throw conflict('void_already')
    if (!row.isVoidAsked) throw conflict('void_not_asked')
    if (row.voidAskedBy !== null && row.voidAskedBy !== by.person.id) throw conflict('void_asked_by_another')
    await transaction
      .updateTable('desk_payments')
      .set({ void_asked_by: null, void_asked_by_name: null, void_asked_at: null, void_reason: null })
      .where('payment_id', '=', paymentId)
      .execute()
    await recordAudit(transaction, by, { action: 'desk-void-withdrawn', object: { kind: 'payment', id: paymentId } })
  })
}
