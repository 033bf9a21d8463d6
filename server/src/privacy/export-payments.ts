import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'

/** Payments with what belongs to them, by the names of the tables. */
export async function exportPayments(db: Db, paymentIds: number[]): Promise<Record<string, object[]>> {
  const isOfThem = sql<boolean>`payment_id = any(${paymentIds}::bigint[])`
  return {
    payments: await db
      .selectFrom('payments')
      .selectAll()
      .where(sql<boolean>`id = any(${paymentIds}::bigint[])`)
      .execute(),
    desk_payments: await db
      .selectFrom('desk_payments')
      .select(['payment_id', 'mode', 'reference', 'bank', 'cheque_date', 'state'])
      .select(['taken_at', 'decided_at', 'voided_at'])
      .where(isOfThem)
      .execute(),
    refund_receipts: await db.selectFrom('refund_receipts').selectAll().where(isOfThem).execute(),
    receipts: await db.selectFrom('receipts').selectAll().where(isOfThem).execute(),
  }
}
