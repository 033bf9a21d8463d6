import type { Db } from '../../platform/db/pool.ts'
import { lockSubject, type Order } from '../orders/order-queries.ts'
import type { Payables } from '../purpose-rules.ts'
import { lockOrders } from './record-payment.ts'
import { writeJournal } from './write-payment.ts'

/**
 * Lets a subject be paid once more, at the desk or online, whose payment the desk has voided, mostly because of a slip: one payment of a
 * subject counts, so the void one becomes surplus. It keeps its receipts, and no sum changes. Does nothing if there is none, or if the
 * desk enters another subject instead. Returns whether it has set one aside. Locks the subject's orders, so that of two who pay at once
 * one does so.
 */
export async function setVoidAside(
  payables: Payables,
  transaction: Db,
  { purpose, subjectId }: Pick<Order, 'purpose' | 'subjectId'>,
): Promise<boolean> {
  // In this order, as in `openOrderRow` and then `recordPayment`: another order of the locks could end in a deadlock.
  await lockSubject(transaction, { purpose, subjectId })
  await lockOrders(transaction, { purpose, subjectId })
  const { onVoidSetAside } = payables[purpose]
  if (!onVoidSetAside) return false
  const voided = await transaction
    .selectFrom('payments')
    .innerJoin('desk_payments', 'payment_id', 'payments.id')
    .select(['payments.id', 'payments.status', 'payments.disposition', 'payments.refunded_paise as refundedPaise'])
    .where('payments.purpose', '=', purpose)
    .where('payments.subject_id', '=', subjectId)
    .where('payments.disposition', '=', 'applied')
    .where('desk_payments.state', '=', 'void')
    .executeTakeFirst()
  if (!voided) return false
  const { id, ...before } = voided
  const after = { ...before, disposition: 'surplus' as const }
  await transaction.updateTable('payments').set({ disposition: after.disposition }).where('id', '=', id).execute()
  await writeJournal(transaction, id, 'desk', { ...before, id, isSettledOtherwise: false }, after)
  await onVoidSetAside(transaction, subjectId)
  return true
}
