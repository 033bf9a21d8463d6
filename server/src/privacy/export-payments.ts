import type { Db } from '../db/pool.ts'

/** Payments with what belongs to them, by the names of the tables. */
export async function exportPayments(db: Db, paymentIds: number[]): Promise<Record<string, object[]>> {
  const ids = someOf(paymentIds)
  return {
    payments: await db.selectFrom('payments').selectAll().where('id', 'in', ids).execute(),
    desk_payments: await db
      .selectFrom('desk_payments')
      .select(['payment_id', 'mode', 'reference', 'bank', 'cheque_date', 'state'])
      .select(['taken_at', 'decided_at', 'voided_at'])
      .where('payment_id', 'in', ids)
      .execute(),
    refund_receipts: await db.selectFrom('refund_receipts').selectAll().where('payment_id', 'in', ids).execute(),
    receipts: await db.selectFrom('receipts').selectAll().where('payment_id', 'in', ids).execute(),
  }
}

// SQL has no empty list, and no record has the id 0.
const someOf = (ids: number[]) => (ids.length > 0 ? ids : [0])
