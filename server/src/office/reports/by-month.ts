import {
  type MembershipFilter,
  type PaymentFilter,
  REPORT_MONTHS_MAX,
  type ReportMonths,
} from '@petsetu/contract/office/reports.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { toRupees } from '@petsetu/contract/platform/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { isLeftOut, selects } from './membership-report.ts'
import { IS_REVENUE, selectsPayments } from './payment-conditions.ts'

const WITHOUT_DAYS = { start_date: undefined, end_date: undefined }

/** The revenue of each month in rupees, as the payment report's summary counts it: by the day of the payment, minus refunds. */
export async function revenueByMonth(db: Db, filter: PaymentFilter): Promise<ReportMonths> {
  const revenue = sql<number>`
    select coalesce(sum(amount_paise - refunded_paise), 0)::bigint as value from payments
    where ${IS_REVENUE} and ${selectsPayments({ ...filter, ...WITHOUT_DAYS })} and ${isInMonth(sql`payments.created_at`)}`
  return byMonth(db, filter, revenue, toRupees)
}

/** The number of memberships that were registered in each month. */
export async function membershipsByMonth(db: Db, filter: MembershipFilter): Promise<ReportMonths> {
  const isSelected = sql`${selects({ ...filter, ...WITHOUT_DAYS })} and ${isInMonth(sql`memberships.created_at`)}`
  const count = sql<number>`
    select (select count(*) from memberships where ${isSelected})
      - (select count(*) from memberships where ${isSelected} and ${isLeftOut(filter)}) as value`
  return byMonth(db, filter, count, (memberships) => memberships)
}

/** A condition of the query that counts one month: a range, which an index finds. */
function isInMonth(at: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${at} >= (months.first_day::timestamp at time zone 'Asia/Kolkata')
    and ${at} < ((months.last_day + 1)::timestamp at time zone 'Asia/Kolkata'))`
}

async function byMonth(
  db: Db,
  chosen: ChosenDays,
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

/** The days of a month (2026-04) that a chart counts, both included. */
type MonthOfChart = { month: string; from: string; to: string }

type ChosenDays = { start_date?: string | undefined; end_date?: string | undefined }

export type ChartMonths = { now: MonthOfChart[]; before: MonthOfChart[] }

const MONTHS_WITHOUT_CHOICE = 12

/**
 * The months of the chosen days, and as many before them. A period that begins or ends within a month is compared with one that begins
 * or ends on the same day. Without a first day these are the twelve months up to the last day, without a last day the months up to
 * `today`'s; of more than `REPORT_MONTHS_MAX` months the last ones.
 */
export function chartMonths({ start_date, end_date }: ChosenDays, today: string): ChartMonths {
  const lastDay = end_date ?? lastDayOf(Math.max(monthOf(today), start_date ? monthOf(start_date) : 0))
  const last = monthOf(lastDay)
  const first = start_date ? monthOf(start_date) : last - MONTHS_WITHOUT_CHOICE + 1
  const count = Math.min(last - first + 1, REPORT_MONTHS_MAX)
  const isWhole = count === last - first + 1
  const edges = {
    count,
    dayFrom: start_date && isWhole ? dayOf(start_date) : 1,
    // The last day of one month is compared with the last day of another.
    dayTo: lastDay === lastDayOf(last) ? LONGEST_MONTH : dayOf(lastDay),
  }
  return { now: monthsUpTo(last, edges), before: monthsUpTo(last - count, edges) }
}

type Edges = { count: number; dayFrom: number; dayTo: number }

function monthsUpTo(last: number, { count, dayFrom, dayTo }: Edges): MonthOfChart[] {
  return Array.from({ length: count }, (_, place) => {
    // No database day lies before the year 1.
    const month = Math.max(last - count + 1 + place, MONTHS_A_YEAR)
    return {
      month: writtenMonth(month),
      from: dayIn(month, place === 0 ? dayFrom : 1),
      to: dayIn(month, place === count - 1 ? dayTo : LONGEST_MONTH),
    }
  })
}

const MONTHS_A_YEAR = 12
const LONGEST_MONTH = 31

/** Months are counted from the January of the year 0. */
function monthOf(day: string): number {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return year * MONTHS_A_YEAR + month - 1
}

function dayOf(day: string): number {
  return Number(day.slice(-2))
}

function writtenMonth(month: number): string {
  const year = Math.floor(month / MONTHS_A_YEAR)
  return `${String(year).padStart(4, '0')}-${String((month % MONTHS_A_YEAR) + 1).padStart(2, '0')}`
}

/** This day of a month, or the last one of a shorter month. */
function dayIn(month: number, day: number): string {
  const written = writtenMonth(month)
  // Only the length of the month is read here, which two years 400 years apart have in common.
  const after = new Date(Date.UTC(2000 + (Math.floor(month / MONTHS_A_YEAR) % 400), (month % MONTHS_A_YEAR) + 1, 0))
  return `${written}-${String(Math.min(day, after.getUTCDate())).padStart(2, '0')}`
}

function lastDayOf(month: number): string {
  return dayIn(month, LONGEST_MONTH)
}
