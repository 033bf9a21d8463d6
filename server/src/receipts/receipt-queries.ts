import { randomBytes } from 'node:crypto'
import { financialYearOf, today, writtenFinancialYear } from '@petsetu/contract/dates.ts'
import { DeskMode } from '@petsetu/contract/desk-values.ts'
import type { LegalDetails } from '@petsetu/contract/legal-details.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { PURPOSES, type Purpose } from '@petsetu/contract/purposes.ts'
import type { Receipt } from '@petsetu/contract/receipts.ts'
import { formatReference } from '@petsetu/contract/reference.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/pool.ts'
import { amountInWords } from './amount-in-words.ts'

export type ReceiptText = { paidBy: string; paidFor: string }

/** The number as it is written, and the path of the receipt's page. */
export type IssuedReceipt = { number: string; path: string }

type Paid = { paymentId: number; paidAt: Date }

/**
 * Inserts the receipt of a payment, in the transaction that applies the payment. The numbers of an Indian financial year begin with 1 and
 * have no gaps; the lock makes payments at the same time wait for each other.
 */
export async function insertReceipt(
  transaction: Db,
  { paymentId, paidAt }: Paid,
  { paidBy, paidFor }: ReceiptText,
): Promise<IssuedReceipt> {
  const year = financialYearOf(today(paidAt))
  await sql`select pg_advisory_xact_lock(hashtext('petsetu receipt number'), ${year}::integer)`.execute(transaction)
  const { number, token } = await transaction
    .insertInto('receipts')
    .values({
      payment_id: paymentId,
      year,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from receipts where year = ${year})`,
      token: randomBytes(16).toString('base64url'),
      paid_by: paidBy,
      paid_for: paidFor,
    })
    .returning(['number', 'token'])
    .executeTakeFirstOrThrow()
  return { number: writtenNumber(year, number), path: paths.receipt.to({ token }) }
}

/** R-2026-27-000001; without the year if it was issued before numbers began anew each year. */
export function writtenNumber(year: number | null, number: number): string {
  return ['R', year !== null && writtenFinancialYear(year), String(number).padStart(6, '0')].filter(Boolean).join('-')
}

/** The parts of a receipt's number as somebody typed it; null if it is none. */
export function parseReceiptNumber(typed: string): { year: number | null; number: number } | null {
  const [, year, number] = /^R[\s-]*(?:(\d{4})-?\d{2}[\s-]*)?(\d{6,9})$/i.exec(typed.trim()) ?? []
  return number === undefined ? null : { year: year === undefined ? null : Number(year), number: Number(number) }
}

type Issuer = LegalDetails & Pick<Config, 'foundationName' | 'donationTaxSection'>

export async function findReceipt(db: Db, token: string, issuer: Issuer, language: Language): Promise<Receipt | null> {
  const row = await selectReceipt(db).where('token', '=', token).executeTakeFirst()
  if (!row) return null
  const amount = row.amount_paise / PAISE_PER_RUPEE
  const isRefunded = row.status === 'refunded'
  return {
    number: writtenNumber(row.year, row.number),
    foundation: issuer.foundationName,
    paid_by: row.paid_by,
    paid_for: row.paid_for,
    purpose: PURPOSES.find((purpose) => purpose === row.purpose) ?? null,
    complaint_id: row.purpose === 'complaint' ? row.subject_id : null,
    complaint_reference:
      row.complaintId === null || row.filedAt === null
        ? null
        : formatReference({ id: row.complaintId, createdAt: row.filedAt }),
    plan_name: row.plan_name,
    duration_months: row.duration_months,
    donated_for: row.donated_for,
    amount,
    amount_in_words: amountInWords(amount, language),
    paid_at: (row.cleared_at ?? row.created_at).toISOString(),
    razorpay_payment_id: row.provider_payment_id,
    mode: row.mode === null ? 'online' : DeskMode.parse(row.mode),
    desk_reference: row.reference,
    bank: row.bank,
    is_refunded: isRefunded,
    status: isRefunded ? 'refunded' : 'paid',
    refunded_at: isRefunded ? (row.refunded_at?.toISOString() ?? null) : null,
    legal_name: issuer.legalName,
    legal_address: issuer.legalAddress,
    registration_number: issuer.registrationNumber,
    foundation_pan: issuer.foundationPan,
    tax_section: row.purpose === 'donation' ? issuer.donationTaxSection : '',
  }
}

function selectReceipt(db: Db) {
  return (
    db
      .selectFrom('receipts')
      .innerJoin('payments', 'payments.id', 'receipts.payment_id')
      .leftJoin('memberships', (join) =>
        join.onRef('memberships.id', '=', 'payments.subject_id').on('payments.purpose', '=', 'membership'),
      )
      .leftJoin('donations', (join) =>
        join.onRef('donations.id', '=', 'payments.subject_id').on('payments.purpose', '=', 'donation'),
      )
      .leftJoin('complaints', (join) =>
        join.onRef('complaints.id', '=', 'payments.subject_id').on('payments.purpose', '=', 'complaint'),
      )
      .leftJoin('desk_payments', 'desk_payments.payment_id', 'receipts.payment_id')
      // A cheque is paid on the day that the bank has paid it.
      .select(['mode', 'reference', 'bank', 'desk_payments.decided_at as cleared_at'])
      .select(['complaints.id as complaintId', 'complaints.created_at as filedAt'])
      .select([
        'year',
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
      .select(
        sql<Date | null>`(select min(at) from payment_journal
        where payment_journal.payment_id = payments.id and status_after = 'refunded')`.as('refunded_at'),
      )
  )
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
