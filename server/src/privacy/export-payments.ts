import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { RecordsOf } from './records-of.ts'

/** Orders and payments with what belongs to them, by the names of the tables. */
export async function exportPayments(
  db: Db,
  { payments, providerOrderIds }: Pick<RecordsOf, 'payments' | 'providerOrderIds'>,
): Promise<Record<string, object[]>> {
  const paymentIds = payments.map(({ id }) => id)
  const isOfThem = sql<boolean>`payment_id = any(${paymentIds}::bigint[])`
  return {
    payment_orders: await db
      .selectFrom('payment_orders')
      .select(['id', 'purpose', 'subject_id', 'amount_paise', 'provider_order_id', 'status', 'created_at'])
      .where(sql<boolean>`provider_order_id = any(${providerOrderIds}::text[])`)
      .execute(),
    refunds: await db
      .selectFrom('refunds')
      .select(['payment_id', 'provider_refund_id', 'amount_paise', 'status', 'created_at'])
      .where(isOfThem)
      .execute(),
    payment_journal: await db.selectFrom('payment_journal').selectAll().where(isOfThem).execute(),
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
