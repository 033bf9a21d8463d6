import type { Db } from '../../platform/db/pool.ts'
import type { Order } from '../orders/order-queries.ts'
import type { Payables } from '../purpose-rules.ts'
import { writeJournal } from './write-payment.ts'

/**
 * Lets the desk take the money for a subject once more whose payment it has voided, mostly because of a slip: one payment of a
 * subject counts, so the void one becomes surplus. It keeps its receipts, and no sum changes. Does nothing if there is none, or
 * if the desk enters another subject instead. The caller has locked the subject's orders.
 */
export async function setVoidAside(
  payables: Payables,
  transaction: Db,
  { purpose, subjectId }: Pick<Order, 'purpose' | 'subjectId'>,
): Promise<void> {
  const { onVoidSetAside } = payables[purpose]
  if (!onVoidSetAside) return
  const voided = await transaction
    .selectFrom('payments')
    .innerJoin('desk_payments', 'payment_id', 'payments.id')
    .select(['payments.id', 'payments.status', 'payments.disposition', 'payments.refunded_paise as refundedPaise'])
    .where('payments.purpose', '=', purpose)
    .where('payments.subject_id', '=', subjectId)
    .where('payments.disposition', '=', 'applied')
    .where('desk_payments.state', '=', 'void')
    .executeTakeFirst()
  if (!voided) return
  const { id, ...before } = voided
  const after = { ...before, disposition: 'surplus' as const }
  await transaction.updateTable('payments').set({ disposition: after.disposition }).where('id', '=', id).execute()
  await writeJournal(transaction, id, 'desk', { ...before, id, isSettledOtherwise: false }, after)
  await onVoidSetAside(transaction, subjectId)
}
