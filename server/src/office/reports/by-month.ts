import type { MembershipFilter, PaymentFilter } from '@petsetu/contract/office/report-filters.ts'
import type { ReportMonths } from '@petsetu/contract/office/reports.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { chartMonths } from './chart-months.ts'
import { selects } from './membership-report.ts'
import { selectsPayments } from './payment-conditions.ts'

const WITHOUT_DAYS = { start_date: undefined, end_date: undefined }

/** The revenue of each month in rupees, as the payment report's summary counts it: by the day of the payment, minus refunds. */
export async function revenueByMonth(db: Db, filter: PaymentFilter): Promise<ReportMonths> {
  const revenue = sql<number>`
    select coalesce(sum(amount_paise - refunded_paise), 0)::bigint as value from payments
    where payments.status = 'captured' and payments.disposition <> 'quarantined'
      and ${selectsPayments({ ...filter, ...WITHOUT_DAYS })} and ${isInMonth(sql`payments.created_at`)}`
  return byMonth(db, filter, revenue, (paise) => paise / PAISE_PER_RUPEE)
}

/** The number of memberships that were registered in each month. */
export async function membershipsByMonth(db: Db, filter: MembershipFilter): Promise<ReportMonths> {
  const count = sql<number>`
    select count(*) as value from memberships
    where ${selects({ ...filter, ...WITHOUT_DAYS })} and ${isInMonth(sql`memberships.created_at`)}`
  return byMonth(db, filter, count, (memberships) => memberships)
}

/** A condition of the query that counts one month: a range, which an index finds. */
function isInMonth(at: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${at} >= (months.first_day::timestamp at time zone 'Asia/Kolkata')
    and ${at} < ((months.last_day + 1)::timestamp at time zone 'Asia/Kolkata'))`
}

async function byMonth(
  db: Db,
  chosen: { start_date?: string | undefined; end_date?: string | undefined },
  counted: RawBuilder<number>,
  shown: (value: number) => number,
): Promise<ReportMonths> {
  const { now, before } = chartMonths(chosen, today())
  const months = [...now, ...before]
  const { rows } = await sql<{ value: number }>`
    select value
    from unnest(${months.map(({ from }) => from)}::date[], ${months.map(({ to }) => to)}::date[])
      with ordinality as months (first_day, last_day, place)
    cross join lateral (${counted}) counted
    order by months.place`.execute(db)
  const valueAt = (place: number) => shown(rows[place]?.value ?? 0)
  return {
    from: now[0]?.from ?? '',
    to: now.at(-1)?.to ?? '',
    months: now.map(({ month }, place) => ({
      month,
      value: valueAt(place),
      month_before: before[place]?.month ?? '',
      value_before: valueAt(now.length + place),
    })),
  }
}
