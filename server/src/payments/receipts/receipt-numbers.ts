import { randomBytes } from 'node:crypto'
import { paths } from '@petsetu/contract/paths.ts'
import { financialYearOf, writtenFinancialYear } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { ERASED } from '@petsetu/contract/platform/removed.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'

export type IssuedReceipt = { number: string; path: string; token: string }

/** `isTest`: of test money, which has series of its own. The year is null if it was issued before numbers began anew each year. */
type Numbered = { year: number | null; number: number; isTest: boolean }

export type ReceiptNumber = Numbered & { isRefund: boolean }

/** R-2026-27-000001, R-TEST-2026-27-000001, or without the year R-000001. */
export function formatReceiptNumber(receipt: Numbered): string {
  return written('R', receipt)
}

/** RF-2026-27-000001, the number of a refund's receipt. */
export function writtenRefundNumber(receipt: Numbered): string {
  return written('RF', receipt)
}

function written(letters: string, { year, number, isTest }: Numbered): string {
  const parts = [
    letters,
    isTest && 'TEST',
    year !== null && writtenFinancialYear(year),
    String(number).padStart(6, '0'),
  ]
  return parts.filter(Boolean).join('-')
}

/** The parts of a receipt's number as somebody typed it, such as R-2026-27-000001 or RF-2026-27-000001; null if it is none. */
export function parseReceiptNumber(typed: string): ReceiptNumber | null {
  const parts = /^R(F?)[\s-]*(TEST)?[\s-]*(?:(\d{4})-?\d{2}[\s-]*)?(\d{6,9})$/i.exec(typed.trim())
  if (!parts) return null
  const [, refund, test, year, number] = parts
  return {
    isRefund: refund !== '',
    isTest: test !== undefined,
    year: year === undefined ? null : Number(year),
    number: Number(number),
  }
}

function pathOfReceipt(token: string, copy?: 'first'): string {
  return paths.receipt.to({ token }, { copy })
}

/** Null if there is no receipt. */
export function receiptPath(token: string | null): string | null {
  return token === null ? null : paths.receipt.to({ token })
}

/** Inserts the receipt of a refund, null without a receipt to return. Its numbers have no gaps within a year. */
export async function insertRefundReceipt(
  transaction: Db,
  paymentId: number,
  refundedAt: Date,
  issuerId: string | null = null,
): Promise<IssuedReceipt | null> {
  const year = financialYearOf(today(refundedAt))
  await sql`select pg_advisory_xact_lock(hashtext('petsetu refund receipt number'), ${year}::integer)`.execute(
    transaction,
  )
  const token = randomBytes(16).toString('base64url')
  const { rows } = await sql<{ number: number; isTest: boolean }>`
    insert into refund_receipts (payment_id, year, number, token, created_at, is_test, issuer_id)
    select payment_id, ${year}::integer, next_receipt_number(true, is_test, ${year}::integer), ${token}::text,
      ${refundedAt}::timestamptz, is_test, ${issuerId}::text
    from receipts where payment_id = ${paymentId}
    returning number, is_test as "isTest"`.execute(transaction)
  const [row] = rows
  return row ? { number: writtenRefundNumber({ year, ...row }), path: paths.receipt.to({ token }), token } : null
}

/** Makes a receipt that says who paid a corrected copy, with another name if one is given; the first name is kept. */
export async function reissueReceipt(
  transaction: Db,
  purpose: Purpose,
  subjectId: number,
  paidBy: string | undefined,
): Promise<void> {
  await transaction
    .updateTable('receipts')
    .set({
      paid_by: paidBy ?? sql`paid_by`,
      first_paid_by: sql`coalesce(first_paid_by, paid_by)`,
      corrected_at: sql`now()`,
    })
    .where('paid_by', '<>', ERASED)
    .where(
      sql<boolean>`payment_id in (select id from payments where purpose = ${purpose} and subject_id = ${subjectId})`,
    )
    .execute()
}

export type Copies = { number: string; path: string; first_path: string | null }

export async function findCopies(db: Db, purpose: Purpose, subjectId: number): Promise<Copies | null> {
  const row = await db
    .selectFrom('receipts')
    .innerJoin('payments', 'payments.id', 'receipts.payment_id')
    .select(['token', 'year', 'number', 'is_test as isTest', 'corrected_at as correctedAt'])
    .where('purpose', '=', purpose)
    .where('subject_id', '=', subjectId)
    .orderBy('payments.id', 'desc')
    .executeTakeFirst()
  if (!row) return null
  const { token, correctedAt } = row
  return {
    number: formatReceiptNumber(row),
    path: pathOfReceipt(token),
    first_path: correctedAt && pathOfReceipt(token, 'first'),
  }
}
