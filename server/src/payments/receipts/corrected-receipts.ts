import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { sql } from 'kysely'
import { ERASED } from '../../people/users/contact.ts'
import type { Db } from '../../platform/db/pool.ts'
import { formatReceiptNumber, pathOfReceipt } from './receipt-numbers.ts'

/**
 * Makes the receipt of what was paid a corrected copy with another name. Its number, its address and its amounts stay, and so does the
 * name with which it was first issued. A receipt that no longer says who paid stays as it is.
 */
export async function reissueReceipt(
  transaction: Db,
  purpose: Purpose,
  subjectId: number,
  paidBy: string,
): Promise<void> {
  await transaction
    .updateTable('receipts')
    .set({ paid_by: paidBy, first_paid_by: sql`coalesce(first_paid_by, paid_by)`, corrected_at: sql`now()` })
    .where('paid_by', '<>', ERASED)
    .where(
      sql<boolean>`payment_id in (select id from payments where purpose = ${purpose} and subject_id = ${subjectId})`,
    )
    .execute()
}

export type Copies = { number: string; path: string; first_path: string | null }

/** The receipt of what was paid, and the way to the first one if there is a corrected copy; null if there is none. */
export async function findCopies(db: Db, purpose: Purpose, subjectId: number): Promise<Copies | null> {
  const row = await db
    .selectFrom('receipts')
    .innerJoin('payments', 'payments.id', 'receipts.payment_id')
    .select(['token', 'year', 'number', 'is_test as isTest', 'corrected_at as correctedAt'])
    .where('purpose', '=', purpose)
    .where('subject_id', '=', subjectId)
    .executeTakeFirst()
  if (!row) return null
  const { token, correctedAt } = row
  return {
    number: formatReceiptNumber(row),
    path: pathOfReceipt(token),
    first_path: correctedAt && pathOfReceipt(token, 'first'),
  }
}
