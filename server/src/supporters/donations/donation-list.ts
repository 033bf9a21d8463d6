import { financialYearOf } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import type { DonationOrder, ListedDonation } from '@petsetu/contract/supporters/donations.ts'
import { type RawBuilder, sql } from 'kysely'
import { receiptPath } from '../../payments/receipts/receipt-numbers.ts'
import { containing, countMatches, endOfDay, ordersOf, startOfDay } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { maskedPan } from './pan.ts'

/** Selects donations that were paid: of one financial year, those whose name or contact contains the text. */
export type DonationFilter = { financial_year?: number | undefined; search?: string | null | undefined }

function select(db: Db, { financial_year: year, search }: DonationFilter) {
  return db
    .selectFrom('donations')
    .where('paid_at', 'is not', null)
    .$if(year !== undefined, (query) => query.where(isInYear(year ?? 0)))
    .$if(Boolean(search), (query) =>
      query.where(
        sql<boolean>`lower(name || chr(10) || email || chr(10) || phone) like ${containing(search?.toLowerCase() ?? '')}`,
      ),
    )
}

/** SQL condition: paid in the financial year that begins in this year. */
function isInYear(year: number) {
  return sql<boolean>`(paid_at >= ${startOfDay(`${year}-04-01`)} and paid_at < ${endOfDay(`${year + 1}-03-31`)})`
}

function selectListed(db: Db, filter: DonationFilter) {
  return select(db, filter)
    .leftJoin('payments', (join) =>
      join
        .onRef('payments.subject_id', '=', 'donations.id')
        .on('payments.purpose', '=', 'donation')
        .on('payments.disposition', '=', 'applied'),
    )
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .select(['donations.id', 'name', 'email', 'phone', 'address', 'donations.purpose', 'donations.amount_paise'])
    .select(['donations.status', 'money_source', 'paid_at', 'pan_last', 'token'])
}

const ORDERS: Record<DonationOrder, RawBuilder<unknown>> = ordersOf(
  { date: sql`paid_at`, name: sql`lower(name)`, amount: sql`donations.amount_paise` },
  sql`donations.id`,
)

/** A page of the donations that were paid, newest first unless `sort` says otherwise. */
export async function listDonations(
  db: Db,
  { sort = 'date-desc', ...filter }: DonationFilter & { sort?: DonationOrder | undefined },
  { page, limit }: { page: number; limit: number },
): Promise<ListedDonation[]> {
  const rows = await selectListed(db, filter)
    .orderBy(ORDERS[sort])
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return rows.map(({ amount_paise, status, money_source, paid_at, pan_last, token, ...row }) => ({
    ...row,
    amount: amount_paise / PAISE_PER_RUPEE,
    status: status === 'refunded' ? 'refunded' : 'paid',
    money_source,
    paid_at: paid_at?.toISOString() ?? '',
    pan: pan_last === null ? null : maskedPan(pan_last),
    receipt_path: receiptPath(token),
  }))
}

export async function countDonations(db: Db, filter: DonationFilter): Promise<number> {
  if (filter.search) return countMatches(db, (limit) => select(db, filter).select('id').limit(limit))
  const { count } = await select(db, filter).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return count
}

/** Sums the donations that were not refunded, in rupees: today, this month and in this financial year, by the days of India. */
export async function sumDonations(db: Db, now = new Date()) {
  const day = today(now)
  const since = {
    today: day,
    this_month: `${day.slice(0, 7)}-01`,
    this_financial_year: `${financialYearOf(day)}-04-01`,
  }
  const sum = (from: string) =>
    sql<number>`coalesce(sum(amount_paise) filter (where paid_at >= ${startOfDay(from)}), 0)::bigint`
  const sums = await db
    .selectFrom('donations')
    .select([
      sum(since.today).as('today'),
      sum(since.this_month).as('this_month'),
      sum(since.this_financial_year).as('this_financial_year'),
    ])
    .where('status', '=', 'paid')
    .where('paid_at', '>=', startOfDay(since.this_financial_year))
    .executeTakeFirstOrThrow()
  return {
    today: sums.today / PAISE_PER_RUPEE,
    this_month: sums.this_month / PAISE_PER_RUPEE,
    this_financial_year: sums.this_financial_year / PAISE_PER_RUPEE,
  }
}
