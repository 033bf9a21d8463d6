import {
  ERASED_NAME,
  type PaymentFilter,
  type PaymentOrder,
  type PaymentSummary,
  type Transaction,
} from '@petsetu/contract/office/reports.ts'
import {
  BOOKED_DISPOSITIONS,
  type DeskDetails,
  type PaymentDisposition,
  type PaymentStatus,
  type SettledAs,
} from '@petsetu/contract/payments/payments.ts'
import { toRupees } from '@petsetu/contract/platform/money.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { DESK_DETAILS, IS_RETURN_REFUSED, OPEN_REFUNDS, RETURN_AT } from '../../payments/ledger/payment-queries.ts'
import { type Counters, counterTotal, totalOf } from '../../platform/db/counters.ts'
import { literals, ordersOf } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { joinedSubjects, perPurpose, selectsPayments, selectsUntriedOrders } from './payment-conditions.ts'

/** A transaction and its place in the whole report: newest first, by instant (to the microsecond), then by number. */
export type ListedTransaction = Transaction & { position: { createdAt: string; number: number } }

type Row = {
  id: string
  payment: number | null
  username: string | null
  user_id: number | null
  complaint_id: number | null
  purpose: Purpose | null
  plan_name: string | null
  amount_paise: number
  refunded_paise: number
  razorpay_order_id: string | null
  razorpay_payment_id: string | null
  status: PaymentStatus
  disposition: PaymentDisposition
  is_refund_pending: boolean
  refund_failed_at: Date | null
  is_return_refused: boolean
  is_international: boolean | null
  return_at: Date | null
  settled_note: string | null
  settled_as: SettledAs | null
  desk: DeskDetails | null
  created_at: Date
  position_at: string
  position_number: number
}

/**
 * All payment attempts, and all orders without an attempt, that match a filter: newest first, the `limit` after `last`; or from `offset` on,
 * in the order of `sort`.
 * An omitted filter means "any"; days are Indian days of `created_at`, both included.
 * Source: spec sections 2 and 3 (payment report).
 */
export async function listTransactions(
  db: Db,
  filter: PaymentFilter,
  { last = null, sort = 'date-desc', offset = 0, limit }: ListOptions,
): Promise<ListedTransaction[]> {
  const { rows } = await sql<Row>`
    select transactions.*,
      ${perPurpose(({ payer }) => payer)} as username,
      ${perPurpose(({ account }) => account ?? sql<number>`null::bigint`)} as user_id,
      complaints.id as complaint_id,
      ${perPurpose(({ item }) => item)} as plan_name,
      payment_orders.provider_order_id as razorpay_order_id,
      ${DESK_DETAILS} as desk,
      exists (
        select from refunds where refunds.payment_id = transactions.payment and refunds.status in ${literals(OPEN_REFUNDS)}
      ) as is_refund_pending,
      transactions.created_at::text as position_at
    from (${selected(filter, { last, sort, offset, limit })}) transactions
    left join payment_orders on payment_orders.id = transactions.order_id
    left join desk_payments on desk_payments.payment_id = transactions.payment
    ${joinedSubjects()}
    order by ${orderOf(sort, sql`position_number`, sql`transactions.`)}`.execute(db)
  return rows.map(transactionOf)
}

type ListOptions = {
  last?: ListedTransaction | null
  sort?: PaymentOrder | undefined
  offset?: number
  limit: number
}

/** SQL for `order by`, of the columns of this table: a bare `id` would be the one that is shown, which is text. */
function orderOf(sort: PaymentOrder, last: RawBuilder<unknown>, table = sql``): RawBuilder<unknown> {
  const columns = { date: sql`${table}created_at`, amount: sql`${table}amount_paise` }
  return ordersOf(columns, sql`${table}${last}`)[sort]
}

type Part = { last: ListedTransaction | null; sort: PaymentOrder; offset: number; limit: number }

/**
 * Payments, and orders without a payment attempt. The keys of a page are found first, each half's from its index, because PostgreSQL works
 * out what is selected of each row that it skips, too.
 */
function selected(filter: PaymentFilter, { last, sort, offset, limit }: Part): RawBuilder<unknown> {
  const most = offset + limit
  return sql`
    select found.*, position_number from (
      select * from (
        (select id as payment, null::bigint as untried, created_at, amount_paise, id * 2 as position_number
        from payments
        where ${selectsPayments(filter)}
          ${follows(last, ({ number }) => number / 2)}
        order by ${orderOf(sort, sql`id`, sql`payments.`)} limit ${most})
        union all
        (select null, id, created_at, amount_paise, id * 2 + 1
        from payment_orders
        where ${selectsUntriedOrders(filter)}
          ${follows(last, ({ number }) => (number - 1) / 2)}
        order by ${orderOf(sort, sql`id`, sql`payment_orders.`)} limit ${most})
      ) everything
      order by ${orderOf(sort, sql`position_number`)} limit ${limit} offset ${offset}
    ) keys
    cross join lateral (
      select 'P' || id as id, id as payment, order_id, purpose, subject_id, amount_paise, refunded_paise,
        provider_payment_id as razorpay_payment_id, status, disposition, refund_failed_at, settled_note, settled_as,
        international as is_international, ${RETURN_AT} as return_at, ${IS_RETURN_REFUSED} as is_return_refused, created_at
      from payments
      where id = keys.payment
      union all
      select 'O' || id, null, id, purpose, subject_id, amount_paise, 0, null, 'created', 'none', null, null, null,
        null, null, false, created_at
      from payment_orders
      where id = keys.untried
    ) found`
}

/** `idOf` maps a row number to an id of its half; the halves use odd and even numbers, so no two rows have the same number. */
function follows(
  last: ListedTransaction | null,
  idOf: (position: ListedTransaction['position']) => number,
): RawBuilder<unknown> {
  if (!last) return sql``
  const { createdAt } = last.position
  return sql`and (created_at, id) < (${createdAt}::timestamptz, ${Math.ceil(idOf(last.position))}::bigint)`
}

export function withoutPosition({ position: _, ...transaction }: ListedTransaction): Transaction {
  return transaction
}

function transactionOf(row: Row): ListedTransaction {
  return {
    id: row.id,
    payment: row.payment,
    username: row.username ?? ERASED_NAME,
    user_id: row.user_id,
    complaint_id: row.complaint_id,
    purpose: row.purpose,
    plan_name: row.plan_name ?? ERASED_NAME,
    amount: toRupees(row.amount_paise),
    returned: toRupees(row.status === 'refunded' ? row.amount_paise : row.refunded_paise),
    razorpay_order_id: row.razorpay_order_id,
    razorpay_payment_id: row.razorpay_payment_id,
    status: row.status,
    disposition: row.disposition,
    is_refund_pending: row.is_refund_pending,
    is_refund_failed: row.refund_failed_at !== null,
    is_return_refused: row.is_return_refused,
    is_international: row.is_international === true,
    return_at: row.return_at?.toISOString() ?? null,
    settled_note: row.settled_note,
    settled_as: row.settled_as,
    desk: row.desk,
    created_at: row.created_at.toISOString(),
    position: { createdAt: row.position_at, number: row.position_number },
  }
}

/** The totals of all matching transactions, whichever page is shown. Quarantined money does not count as revenue. */
export async function summarizeTransactions(
  { db, counters }: Pick<Deps, 'db' | 'counters'>,
  filter: PaymentFilter,
): Promise<PaymentSummary> {
  const { user_id, payment_id, unmatched, start_date, end_date } = filter
  const hasCounter = !user_id && !payment_id && !unmatched && !start_date && !end_date
  return summaryOf(hasCounter ? await transactionCounters(counters, filter) : await countTransactions(db, filter))
}

type TransactionCount = { status: string; disposition: string; rows: number; paise: number }

async function transactionCounters(counters: Counters, { status }: PaymentFilter): Promise<TransactionCount[]> {
  const [payments, untried] = await Promise.all([counters('payments'), counterTotal(counters, 'untried-orders')])
  return [
    ...payments.map(({ kind, rows, paise }) => {
      const [ofStatus = '', disposition = ''] = kind.split('/')
      return { status: ofStatus, disposition, rows, paise }
    }),
    { status: 'created', disposition: 'none', rows: untried, paise: 0 },
  ].filter((count) => !status || count.status === status)
}

/** The same for the transactions that match a filter, grouped in a single scan. */
async function countTransactions(db: Db, filter: PaymentFilter): Promise<TransactionCount[]> {
  const { rows } = await sql<TransactionCount>`
    select status, disposition, count(*) as rows, sum(amount_paise - refunded_paise)::bigint as paise
    from payments
    where ${selectsPayments(filter)}
    group by 1, 2
    union all
    select 'created', 'none', count(*), 0
    from payment_orders
    where ${selectsUntriedOrders(filter)}`.execute(db)
  return rows
}

function summaryOf(counts: TransactionCount[]): PaymentSummary {
  const of = (...statuses: string[]) => counts.filter(({ status }) => statuses.includes(status))
  const revenue = of('captured').filter(({ disposition }) => BOOKED_DISPOSITIONS.some((one) => one === disposition))
  return {
    total_revenue: toRupees(revenue.reduce((sum, { paise }) => sum + paise, 0)),
    total_transactions: totalOf(counts),
    successful_transactions: totalOf(of('captured')),
    failed_transactions: totalOf(of('failed')),
    pending_transactions: totalOf(of('created', 'authorized')),
  }
}
