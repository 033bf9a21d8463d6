import { randomBytes } from 'node:crypto'
import { paths } from '@petsetu/contract/paths.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { financialYearOf } from '@petsetu/contract/platform/financial-year.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
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
  const { rows } = await sql<{ number: number; isTest: boolean }>`
    insert into refund_receipts (payment_id, year, number, token, created_at, is_test)
    select payment_id, ${year}::integer, next_receipt_number(true, is_test, ${year}::integer), ${token}::text,
      ${refundedAt}::timestamptz, is_test
    from receipts where payment_id = ${paymentId}
    returning number, is_test as "isTest"`.execute(transaction)
  const [row] = rows
  return row ? { number: writtenRefundNumber({ year, ...row }), path: paths.receipt.to({ token }), token } : null
}
