import { randomBytes } from 'node:crypto'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import type { FoundationSettings, TaxSettings } from '@petsetu/contract/office/foundation-form.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { Receipt } from '@petsetu/contract/payments/receipts.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { toRupees } from '@petsetu/contract/platform/money.ts'
import { PURPOSES, type Purpose, purposes } from '@petsetu/contract/platform/purposes.ts'
import { ERASED } from '@petsetu/contract/platform/removed.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { type RawBuilder, sql } from 'kysely'
import { approvalOn } from '../../office/settings/approvals.ts'
import { firstBookYear } from '../../office/settings/foundation-store.ts'
import { type Issuer, issuerOf } from '../../office/settings/receipt-issuers.ts'
import { updateInBatches } from '../../platform/db/batches.ts'
import { inLanguage, startOfDay } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { openYearOf } from '../books/book-years.ts'
import { amountInWords } from './amount-in-words.ts'
import { formatReceiptNumber, type IssuedReceipt, writtenRefundNumber } from './receipt-numbers.ts'

export type ReceiptText = { paidBy: string; paidFor: string }

/** `issuerId` is of `receipt_issuers`. */
type Paid = { paymentId: number; paidAt: Date; isTest: boolean; issuerId?: string | undefined }

/**
 * Inserts the receipt of a payment, in the transaction that applies the payment. The numbers of an Indian financial year begin with 1 and
 * have no gaps; the lock makes payments at the same time wait for each other. Test money has a series of its own. A year whose books are closed
 * gets no more numbers.
 */
export async function insertReceipt(
  transaction: Db,
  { paymentId, paidAt, isTest, issuerId }: Paid,
  { paidBy, paidFor }: ReceiptText,
): Promise<IssuedReceipt> {
  const year = await openYearOf(transaction, today(paidAt))
  await sql`select pg_advisory_xact_lock(hashtext('petsetu receipt number'), ${year}::integer)`.execute(transaction)
  const { number, token } = await transaction
    .insertInto('receipts')
    .values({
      payment_id: paymentId,
      year,
      is_test: isTest,
      number: sql<number>`next_receipt_number(false, ${isTest}, ${year})`,
      token: randomBytes(16).toString('base64url'),
      issuer_id: issuerId ?? null,
      paid_by: paidBy,
      paid_for: paidFor,
    })
    .returning(['number', 'token'])
    .executeTakeFirstOrThrow()
  return { number: formatReceiptNumber({ year, number, isTest }), path: paths.receipt.to({ token }), token }
}

export type ReceiptCopy = 'newest' | 'first'

/**
 * Null also for the first receipt if there is no corrected copy. A receipt keeps its issuer, whatever the settings say later; a deduction is
 * promised while the settings of now allow it.
 */
export async function findReceipt(
  db: Db,
  token: string,
  settings: FoundationSettings,
  { copy, language }: { copy: ReceiptCopy; language: Language },
): Promise<Receipt | null> {
  const row = await selectReceipt(db, language).where('receipts.payment_id', '=', paymentOf(token)).executeTakeFirst()
  if (!row) return null
  const [payment, refund] = numbersOf(row)
  const isOfRefund = refund?.token === token
  // A subject that was deleted has no terms.
  const terms = row.terms ?? {}
  const { filed_at: filedAt } = terms
  const amount = toRupees(row.amount_paise)
  const isRefunded = row.status === 'refunded'
  const correctedAt = correctionOf(row, isOfRefund)
  const isFirst = copy === 'first'
  if (isFirst && correctedAt === null) return null
  const paidAt = row.cleared_at ?? row.created_at
  const mode: Receipt['mode'] = row.mode ?? 'online'
  const hasPan = isFirst ? terms.had_pan : terms.has_pan
  const gift = { day: today(paidAt), amount, mode, hasPan: hasPan === true, isRefunded }
  const purpose = PURPOSES.find((name) => name === row.purpose) ?? null
  const isGift = purpose !== null && purposes[purpose].isDeductible
  const approval = isGift && isDeductible(settings, gift) ? approvalOn(gift.day, settings) : null
  return {
    kind: isOfRefund ? 'refund' : 'payment',
    copy: correctedAt === null ? 'only' : isFirst ? 'first' : 'corrected',
    corrected_at: correctedAt?.toISOString() ?? null,
    number: (isOfRefund ? refund : payment).number,
    returns: isOfRefund ? linkOf(payment) : null,
    returned_by: !isOfRefund && refund ? linkOf(refund) : null,
    ...((isOfRefund ? row.refund_issuer : row.issuer) ?? issuerOf(settings)),
    paid_by: (isFirst && (isOfRefund ? row.returned_to : row.first_paid_by)) || row.paid_by,
    paid_for: row.paid_for,
    purpose,
    complaint_id: row.purpose === 'complaint' ? row.subject_id : null,
    complaint_reference:
      filedAt && row.subject_id !== null ? formatReference({ id: row.subject_id, createdAt: new Date(filedAt) }) : null,
    plan_name: terms.plan_name ?? null,
    duration_months: terms.duration_months ?? null,
    donated_for: terms.donated_for ?? null,
    amount,
    amount_in_words: amountInWords(amount, language),
    paid_at: paidAt.toISOString(),
    razorpay_payment_id: row.provider_payment_id,
    mode,
    desk_reference: row.reference,
    bank: row.bank,
    is_refunded: isRefunded,
    status: isRefunded ? 'refunded' : 'paid',
    refunded_at: isRefunded ? ((row.returned_at ?? row.refunded_at)?.toISOString() ?? null) : null,
    returned_part:
      !isRefunded && row.part_returned_at
        ? { amount: toRupees(row.refunded_paise), at: row.part_returned_at.toISOString() }
        : null,
    tax_section: approval?.donationSection ?? '',
    tax_approval: approval && { number: approval.approvalNumber, day: approval.approvalDay },
  }
}

/** The instant at which a receipt became a corrected copy. The receipt of a refund that came later was issued with the corrected name. */
function correctionOf({ corrected_at: correctedAt, returned_at: returnedAt }: NumberRow, isOfRefund: boolean) {
  return isOfRefund && correctedAt && returnedAt && returnedAt > correctedAt ? null : correctedAt
}

type Numbered = { number: string; token: string }
type NumberRow = Awaited<ReturnType<ReturnType<typeof selectReceipt>['executeTakeFirstOrThrow']>>

function numbersOf(row: NumberRow): [payment: Numbered, refund: Numbered | null] {
  const { refund_year: year, refund_number: number, refund_token: token } = row
  const refund =
    year === null || number === null || token === null
      ? null
      : { number: writtenRefundNumber({ year, number, isTest: row.isTest }), token }
  return [{ number: formatReceiptNumber(row), token: row.token }, refund]
}

const linkOf = ({ number, token }: Numbered) => ({ number, path: paths.receipt.to({ token }) })

/**
 * SQL: who the receipt of a refund first said had paid, since there may be corrections before and after the refund. Corrections go with an
 * erasure; then it is who the receipt of the payment first said.
 */
const RETURNED_TO = sql<string | null>`case when paid_by <> ${sql.lit(ERASED)} then coalesce(
  (select value_before from corrections
    where corrections.purpose = payments.purpose and corrections.subject_id = payments.subject_id and field = 'name'
      and at >= refund_receipts.created_at
    order by corrections.id limit 1),
  (select paid_by from corrections
    where corrections.purpose = payments.purpose and corrections.subject_id = payments.subject_id limit 1),
  first_paid_by) end`

/** SQL: the payment that the receipt with this token is about, or whose refund. */
const paymentOf = (token: string) => sql<number>`coalesce(
  (select payment_id from receipts where token = ${token}), (select payment_id from refund_receipts where token = ${token}))`

type Terms = {
  filed_at?: string
  plan_name?: string
  duration_months?: number
  donated_for?: string
  has_pan?: boolean
  /** As the receipt was issued first. */
  had_pan?: boolean
}

/** SQL: the terms of what was paid, from the row of its subject. */
const TERMS: Record<Purpose, (language: Language) => RawBuilder<unknown>> = {
  complaint: () => sql`select json_build_object('filed_at', created_at) from complaints where id = payments.subject_id`,
  membership: (language) => sql`
    select json_build_object('plan_name', ${inLanguage('plan_name', language)}, 'duration_months', duration_months)
    from memberships where id = payments.subject_id`,
  donation: () => sql`
    select json_build_object('donated_for', purpose, 'has_pan', pan_last is not null,
      'had_pan', coalesce(first_pan.value_before <> '', pan_last is not null))
    from donations
    left join lateral (
      select value_before from corrections
      where purpose = 'donation' and subject_id = donations.id and field = 'pan' and at >= receipts.created_at
      order by id limit 1
    ) first_pan on true
    where id = payments.subject_id`,
}

function termsIn(language: Language): RawBuilder<Terms | null> {
  const cases = PURPOSES.map((purpose) => sql`when ${sql.lit(purpose)} then (${TERMS[purpose](language)})`)
  return sql<Terms | null>`case payments.purpose ${sql.join(cases, sql` `)} end`
}

/** SQL: the issuer of a receipt as it is kept; null before the program has filled in those of an earlier version. */
const issuerBy = (id: 'receipts.issuer_id' | 'refund_receipts.issuer_id') =>
  sql<Issuer | null>`(select to_jsonb(kept) - 'id' from receipt_issuers kept where kept.id = ${sql.ref(id)})`

function selectReceipt(db: Db, language: Language) {
  return (
    db
      .selectFrom('receipts')
      .innerJoin('payments', 'payments.id', 'receipts.payment_id')
      .leftJoin('desk_payments', 'desk_payments.payment_id', 'receipts.payment_id')
      .leftJoin('refund_receipts', 'refund_receipts.payment_id', 'receipts.payment_id')
      .select(['refund_receipts.year as refund_year', 'refund_receipts.number as refund_number'])
      .select(['refund_receipts.token as refund_token', 'refund_receipts.created_at as returned_at'])
      // A cheque is paid on the day that the bank has paid it.
      .select(['mode', 'reference', 'bank', 'desk_payments.decided_at as cleared_at'])
      .select([termsIn(language).as('terms'), RETURNED_TO.as('returned_to')])
      .select([issuerBy('receipts.issuer_id').as('issuer'), issuerBy('refund_receipts.issuer_id').as('refund_issuer')])
      .select([
        'receipts.year',
        'receipts.number',
        'receipts.is_test as isTest',
        'receipts.token',
        'paid_by',
        'first_paid_by',
        'corrected_at',
        'paid_for',
        'payments.purpose',
        'subject_id',
        'payments.amount_paise',
        'payments.refunded_paise',
        'payments.created_at',
        'provider_payment_id',
        'payments.status',
      ])
      .select(
        sql<Date | null>`(select min(at) from payment_journal
        where payment_journal.payment_id = payments.id and status_after = 'refunded')`.as('refunded_at'),
      )
      .select(
        sql<Date | null>`(select max(at) from payment_journal
        where payment_journal.payment_id = payments.id and refunded_paise_after > refunded_paise_before)`.as(
          'part_returned_at',
        ),
      )
  )
}

export async function findReceiptPath(db: Db, purpose: Purpose, subjectId: number): Promise<string | null> {
  return (await findReceiptOf(db, purpose, subjectId))?.path ?? null
}

export async function findReceiptOf(db: Db, purpose: Purpose, subjectId: number): Promise<IssuedReceipt | null> {
  const row = await db
    .selectFrom('receipts')
    .innerJoin('payments', 'payments.id', 'receipts.payment_id')
    .select(['token', 'year', 'number', 'is_test as isTest'])
    .where('purpose', '=', purpose)
    .where('subject_id', '=', subjectId)
    // A payment that was voided at the desk keeps its receipt when it is taken once more.
    .orderBy('payments.id', 'desc')
    .executeTakeFirst()
  return row
    ? { number: formatReceiptNumber(row), path: paths.receipt.to({ token: row.token }), token: row.token }
    : null
}

/** A donation as far as its deduction depends on it. `day` is the Indian day on which it was paid, `amount` is in rupees. */
type Gift = { day: string; amount: number; mode: Receipt['mode']; hasPan: boolean; isRefunded: boolean }

/** True if a donation meets every condition that the settings name for a deduction. */
export function isDeductible(settings: TaxSettings, { day, amount, mode, hasPan, isRefunded }: Gift): boolean {
  if (isRefunded || approvalOn(day, settings) === null) return false
  if (settings.deductibleNeedsPan && !hasPan) return false
  return mode !== 'cash' || amount <= settings.deductibleCashMax
}

/** Removes who paid from receipts once the years of the settings are over. Amounts, numbers and days stay. */
export async function forgetPayers(db: Db): Promise<void> {
  const firstDay = `${await firstBookYear(db)}-04-01`
  await updateInBatches(
    db,
    'receipts',
    sql`paid_by = ${ERASED}, first_paid_by = case when first_paid_by is not null then ${ERASED} end`,
    sql`paid_by <> ${ERASED} and created_at < ${startOfDay(firstDay)}`,
  )
}
