import { randomBytes } from 'node:crypto'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { PURPOSES, type Purpose } from '@petsetu/contract/purposes.ts'
import type { Receipt } from '@petsetu/contract/receipts.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'

export type ReceiptText = { paidBy: string; paidFor: string }

/** The number as it is written, and the path of the receipt's page. */
export type IssuedReceipt = { number: string; path: string }

/** Inserts the receipt of a payment, in the transaction that applies the payment. The numbers have no gaps. */
export async function insertReceipt(
  transaction: Db,
  paymentId: number,
  { paidBy, paidFor }: ReceiptText,
): Promise<IssuedReceipt> {
  await sql`select pg_advisory_xact_lock(hashtext('petsetu receipt number'))`.execute(transaction)
  const { number, token } = await transaction
    .insertInto('receipts')
    .values({
      payment_id: paymentId,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from receipts)`,
      token: randomBytes(16).toString('base64url'),
      paid_by: paidBy,
      paid_for: paidFor,
    })
    .returning(['number', 'token'])
    .executeTakeFirstOrThrow()
  return { number: writtenNumber(number), path: paths.receipt.to({ token }) }
}

export const writtenNumber = (number: number) => `R-${String(number).padStart(6, '0')}`

export async function findReceipt(db: Db, token: string, foundation: string): Promise<Receipt | null> {
  const row = await db
    .selectFrom('receipts')
    .innerJoin('payments', 'payments.id', 'receipts.payment_id')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.id', '=', 'payments.subject_id').on('payments.purpose', '=', 'membership'),
    )
    .leftJoin('donations', (join) =>
      join.onRef('donations.id', '=', 'payments.subject_id').on('payments.purpose', '=', 'donation'),
    )
    .select([
      'number',
      'paid_by',
      'paid_for',
      'payments.purpose',
      'subject_id',
      'plan_name',
      'duration_months',
      'donations.purpose as donated_for',
      'payments.amount_paise',
      'payments.created_at',
      'provider_payment_id',
      'payments.status',
    ])
    .where('token', '=', token)
    .executeTakeFirst()
  if (!row) return null
  return {
    number: writtenNumber(row.number),
    foundation,
    paid_by: row.paid_by,
    paid_for: row.paid_for,
    purpose: PURPOSES.find((purpose) => purpose === row.purpose) ?? null,
    complaint_id: row.purpose === 'complaint' ? row.subject_id : null,
    plan_name: row.plan_name,
    duration_months: row.duration_months,
    donated_for: row.donated_for,
    amount: row.amount_paise / PAISE_PER_RUPEE,
    paid_at: row.created_at.toISOString(),
    razorpay_payment_id: row.provider_payment_id,
    is_refunded: row.status === 'refunded',
  }
}

/** The path of the receipt's page for a paid subject; null if it is not paid. */
export async function findReceiptPath(db: Db, purpose: Purpose, subjectId: number): Promise<string | null> {
  const row = await db
    .selectFrom('receipts')
    .innerJoin('payments', 'payments.id', 'receipts.payment_id')
    .select('token')
    .where('purpose', '=', purpose)
    .where('subject_id', '=', subjectId)
    .executeTakeFirst()
  return row ? paths.receipt.to({ token: row.token }) : null
}
