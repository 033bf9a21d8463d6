import { randomBytes } from 'node:crypto'
import { financialYearOf, today } from '@petsetu/contract/dates.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { type IssuedReceipt, writtenRefundNumber } from './receipt-numbers.ts'

/**
 * Inserts the receipt of a refund, in the transaction that records it; null if the payment paid for nothing and has no receipt that could
 * be returned. The numbers of an Indian financial year begin with 1 and have no gaps, apart from those of payments.
 */
export async function insertRefundReceipt(
  transaction: Db,
  paymentId: number,
  refundedAt: Date,
): Promise<IssuedReceipt | null> {
  const year = financialYearOf(today(refundedAt))
  await sql`select pg_advisory_xact_lock(hashtext('petsetu refund receipt number'), ${year}::integer)`.execute(
    transaction,
  )
  const token = randomBytes(16).toString('base64url')
  const { rows } = await sql<{ number: number }>`
    insert into refund_receipts (payment_id, year, number, token, created_at)
    select payment_id, ${year}::integer,
      (select coalesce(max(number), 0) + 1 from refund_receipts where year = ${year}::integer), ${token}::text,
      ${refundedAt}::timestamptz
    from receipts where payment_id = ${paymentId}
    returning number`.execute(transaction)
  const [row] = rows
  return row ? { number: writtenRefundNumber(year, row.number), path: paths.receipt.to({ token }), token } : null
}
