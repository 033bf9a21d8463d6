import { createHmac } from 'node:crypto'
import { financialYearOf } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { toPaise, toRupees } from '@petsetu/contract/platform/money.ts'
import type { DonationForm, DonationOrder, ListedDonation } from '@petsetu/contract/supporters/donations.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { wasPaidToday } from '../../payments/ledger/payment-queries.ts'
import { IS_PENDING_CHEQUE } from '../../payments/provider/account.ts'
import { hasPhone } from '../../payments/purpose-rules.ts'
import { receiptPath } from '../../payments/receipts/receipt-numbers.ts'
import { keyFor, openText, sealText } from '../../people/auth/sealed-secret.ts'
import { recordConsent } from '../../people/consents/record-consent.ts'
import {
  containing,
  countMatches,
  endOfDay,
  ordersOf,
  type Page,
  rowsAfter,
  rowsOfPage,
  startOfDay,
} from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, HttpError } from '../../platform/errors.ts'

type Giver = { userId: number | null; language: Language }

export type StoredDonation = { id: number; amountPaise: number; purpose: string; isPaid: boolean }

/**
 * Stores a donation that is to be paid. The same details of the same person return the one that is not paid yet, or, unless another one is
 * wanted, the one that was paid within the last day. One whose cheque is at the bank is not the same where another one is wanted. Rejects
 * with 409 a foreign donor's while the settings take no money from abroad.
 */
export async function insertDonation(
  { db, secretKey, foundation }: Pick<Deps, 'db' | 'secretKey' | 'foundation'>,
  { is_another: isAnother = false, ...form }: DonationForm & { is_another?: boolean | undefined },
  { userId, language }: Giver,
): Promise<StoredDonation> {
  if (form.money_source === 'foreign' && !foundation().takesForeignMoney) throw conflict('donation_from_abroad')
  const { amount, pan, ...details } = form
  // A keyed hash: from a plain one, somebody with the table could try out PANs.
  const detailsKey = createHmac('sha256', keyFor('donation details', secretKey))
    .update(JSON.stringify([form, userId]))
    .digest('base64url')
  return inTransaction(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`donation ${detailsKey}`}))`.execute(transaction)
    const selectSame = transaction
      .selectFrom('donations')
      .select(['id', 'amount_paise as amountPaise', 'purpose'])
      .where('details_key', '=', detailsKey)
    const paid = isAnother
      ? null
      : await selectSame
          .where('status', '=', 'paid')
          .where(wasPaidToday('donation', sql`donations.id`))
          .executeTakeFirst()
    if (paid) return { ...paid, isPaid: true }
    if (isAnother) await setApartAtBank(transaction, detailsKey)
    const inserted = await transaction
      .insertInto('donations')
      .values({
        ...details,
        amount_paise: toPaise(amount),
        language,
        user_id: userId,
        details_key: detailsKey,
      })
      .onConflict((same) => same.column('details_key').where('status', '=', 'pending').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) await completeDonation(transaction, inserted.id, { pan, secretKey, language })
    const open = await selectSame.where('status', '=', 'pending').executeTakeFirstOrThrow()
    return { ...open, isPaid: false }
  })
}

/** A donation whose cheque is at the bank is not the one that is given now: with a key of its own, both can wait. */
async function setApartAtBank(transaction: Db, detailsKey: string): Promise<void> {
  await transaction
    .updateTable('donations')
    .set({ details_key: sql`details_key || ' cheque ' || id` })
    .where('details_key', '=', detailsKey)
    .where('status', '=', 'pending')
    .where(
      sql<boolean>`exists (
        select from payments
        where payments.purpose = 'donation' and payments.subject_id = donations.id and ${IS_PENDING_CHEQUE})`,
    )
    .execute()
}

type Rest = { pan: string | null | undefined; secretKey: Buffer; language: Language }

/** Stores the parts that need the id of the new row: the PAN is bound to it. */
async function completeDonation(transaction: Db, id: number, { pan, secretKey, language }: Rest): Promise<void> {
  if (pan) {
    await transaction
      .updateTable('donations')
      .set(sealPan(pan, id, secretKey))
      .where('id', '=', id)
      .execute()
  }
  await recordConsent(transaction, { purpose: 'donation', subjectId: id, language })
}

/** Selects donations that were paid: of one financial year, those whose name or contact contains the text. */
type DonationFilter = { financial_year?: number | undefined; search?: string | null | undefined }

function select(db: Db, { financial_year: year, search }: DonationFilter) {
  return db
    .selectFrom('donations')
    .where('paid_at', 'is not', null)
    .$if(year !== undefined, (query) => query.where(isInYear(year ?? 0)))
    .$if(Boolean(search), (query) =>
      query.where(
        sql<boolean>`(lower(name || chr(10) || email || chr(10) || phone) like ${containing(search?.toLowerCase() ?? '')}
          or ${hasPhone(search ?? '')})`,
      ),
    )
}

function isInYear(year: number) {
  return sql<boolean>`(paid_at >= ${startOfDay(`${year}-04-01`)} and paid_at < ${endOfDay(`${year + 1}-03-31`)})`
}

/** SQL: true for the payment that paid a donation. */
export const PAID_THE_DONATION = sql<boolean>`(payments.purpose = 'donation' and payments.subject_id = donations.id
  and payments.disposition = 'applied')`

/** SQL: what of a donation is kept, in paise: a part of its payment may have gone back. */
export const KEPT_PAISE = sql<number>`(donations.amount_paise - coalesce(payments.refunded_paise, 0))`

function selectListed(db: Db, filter: DonationFilter) {
  return select(db, filter)
    .leftJoin('payments', (join) => join.on(PAID_THE_DONATION))
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .select(['donations.id', 'donations.user_id', 'name', 'email', 'phone', 'address'])
    .select(['donations.purpose', 'donations.amount_paise'])
    .select(['donations.status', 'money_source', 'paid_at', 'pan_last', 'token', 'payments.refunded_paise'])
}

const ORDERS: Record<DonationOrder, RawBuilder<unknown>> = ordersOf(
  { date: sql`paid_at`, name: sql`lower(name)`, amount: sql`donations.amount_paise` },
  sql`donations.id`,
)

export async function listDonations(
  db: Db,
  { sort = 'date-desc', ...filter }: DonationFilter & { sort?: DonationOrder | undefined },
  page: Page,
): Promise<ListedDonation[]> {
  return (await rowsOfPage(selectListed(db, filter), 'donations.id', ORDERS[sort], page)).map(listed)
}

/** The next donations after `last`, newest first. */
export async function listDonationsAfter(
  db: Db,
  filter: DonationFilter,
  last: ListedDonation | null,
  limit: number,
): Promise<ListedDonation[]> {
  const rows = await rowsAfter(selectListed(db, filter), 'donations.id', { last, limit, isNewestFirst: true })
  return rows.map(listed)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>

function listed(donation: Row): ListedDonation {
  const { amount_paise, refunded_paise, status, money_source, paid_at, pan_last, token, ...row } = donation
  return {
    ...row,
    amount: toRupees(amount_paise),
    returned: toRupees(refunded_paise ?? 0),
    status: status === 'refunded' ? 'refunded' : 'paid',
    money_source,
    paid_at: paid_at?.toISOString() ?? '',
    pan: pan_last === null ? null : maskedPan(pan_last),
    receipt_path: receiptPath(token),
  }
}

export async function countDonations(db: Db, filter: DonationFilter): Promise<number> {
  if (filter.search) return countMatches(db, select(db, filter).select('id'))
  const { count } = await select(db, filter).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return count
}

/** Sums what is kept of the donations, in rupees: today, this month and in this financial year, by the days of India. */
export async function sumDonations(db: Db, now = new Date()) {
  const day = today(now)
  const since = {
    today: day,
    this_month: `${day.slice(0, 7)}-01`,
    this_financial_year: `${financialYearOf(day)}-04-01`,
  }
  const sum = (from: string) =>
    sql<number>`coalesce(sum(${KEPT_PAISE}) filter (where paid_at >= ${startOfDay(from)}), 0)::bigint`
  const sums = await db
    .selectFrom('donations')
    .leftJoin('payments', (join) => join.on(PAID_THE_DONATION))
    .select([
      sum(since.today).as('today'),
      sum(since.this_month).as('this_month'),
      sum(since.this_financial_year).as('this_financial_year'),
    ])
    .where('donations.status', '=', 'paid')
    .where('paid_at', '>=', startOfDay(since.this_financial_year))
    .executeTakeFirstOrThrow()
  return {
    today: toRupees(sums.today),
    this_month: toRupees(sums.this_month),
    this_financial_year: toRupees(sums.this_financial_year),
  }
}

const LAST_SHOWN = 4
const LENGTH = 10

/** The last characters of a PAN, all of it that is stored unencrypted. */
export function lastOfPan(pan: string): string {
  return pan.slice(-LAST_SHOWN)
}

/** Encrypts the PAN of a donation. In the row of another one it cannot be decrypted. */
export function sealPan(pan: string, donationId: number, secretKey: Buffer): { pan_enc: Buffer; pan_last: string } {
  return { pan_enc: sealText(pan, boundTo(donationId), secretKey), pan_last: lastOfPan(pan) }
}

/** Rejects with 503 if it was encrypted with another SECRET_KEY, as after a restore without the key. */
export function decryptPan(sealed: Buffer, donationId: number, secretKey: Buffer): string {
  try {
    return openText(sealed, boundTo(donationId), secretKey)
  } catch (cause) {
    throw new HttpError(503, 'pan_unreadable', { cause })
  }
}

export function maskedPan(lastCharacters: string): string {
  return lastCharacters.padStart(LENGTH, 'X')
}

const boundTo = (donationId: number) => ({ use: 'donations', owner: `donation ${donationId}` })
