import type { PaymentFilter } from '@petsetu/contract/office/report-filters.ts'
import type { PaymentSummary } from '@petsetu/contract/office/reports.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { type Counters, counterTotal, totalOf } from '../../platform/db/counters.ts'
import type { Db } from '../../platform/db/pool.ts'
import { selectsPayments, selectsUntriedOrders } from './payment-conditions.ts'

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

/** The number of transactions of each kind and their amounts, from the counters. */
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
  const revenue = of('captured').filter(({ disposition }) => disposition !== 'quarantined')
  return {
    total_revenue: revenue.reduce((sum, { paise }) => sum + paise, 0) / PAISE_PER_RUPEE,
    total_transactions: totalOf(counts),
    successful_transactions: totalOf(of('captured')),
    failed_transactions: totalOf(of('failed')),
    pending_transactions: totalOf(of('created', 'authorized')),
  }
}
