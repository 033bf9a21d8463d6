import type {
  MembershipFilter,
  MembershipOrder,
  MembershipSummary,
  ReportedMembership,
} from '@petsetu/contract/office/reports.ts'
import { countsOf, isKeyOf } from '@petsetu/contract/platform/registry.ts'
import { MEMBERSHIP_STATUSES, membershipStatuses } from '@petsetu/contract/supporters/membership-facts.ts'
import type { MembershipStatus } from '@petsetu/contract/supporters/memberships.ts'
import { PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { type Counters, totalOf } from '../../platform/db/counters.ts'
import {
  allOf,
  endOfDay,
  ordersOf,
  type Page,
  rowsAfter,
  startOfDay,
  todayInIndia,
} from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { expiresSoon, membershipStatus } from '../../supporters/memberships/membership-period.ts'
import { membershipOf, selectMemberships } from '../../supporters/memberships/membership-queries.ts'

const ORDERS: Record<MembershipOrder, RawBuilder<unknown>> = ordersOf(
  {
    start: sql`memberships.created_at`,
    expiry: sql`memberships.expiry_date`,
    user: sql`lower(memberships.username)`,
    amount: sql`memberships.amount_paise`,
  },
  sql`memberships.id`,
)

/**
 * A page of the memberships that match a filter.
 *
 * An omitted filter means "any". `start_date` and `end_date` are Indian days, both included, compared with `created_at`.
 * Source: spec sections 2 (report screen), 3 (membership report response).
 */
export async function listReportedMemberships(
  db: Db,
  filter: MembershipFilter,
  { sort, page, limit }: Page & { sort?: MembershipOrder | undefined },
): Promise<ReportedMembership[]> {
  const order = sort ? ORDERS[sort] : sql`memberships.id desc`
  // The keys come first, because PostgreSQL looks up the payment of each row that it skips, too.
  const keys = db
    .selectFrom('memberships')
    .select('memberships.id')
    .where(isReported(filter))
    .orderBy(order)
    .limit(limit)
    .offset((page - 1) * limit)
  const rows = await selectReported(db).where('memberships.id', 'in', keys).orderBy(order).execute()
  return rows.map(reportedOf)
}

/** The memberships that match a filter, newest first, the `limit` after `last`. */
export async function listReportedMembershipsAfter(
  db: Db,
  filter: MembershipFilter,
  last: ReportedMembership | null,
  limit: number,
): Promise<ReportedMembership[]> {
  const rows = await rowsAfter(selectReported(db).where(isReported(filter)), 'memberships.id', {
    last,
    limit,
    isNewestFirst: true,
  })
  return rows.map(reportedOf)
}

function selectReported(db: Db) {
  return selectMemberships(db).select(['memberships.email', 'memberships.plan_id', 'memberships.user_id'])
}

const isReported = (filter: MembershipFilter) => sql<boolean>`(${selects(filter)} and not ${isLeftOut(filter)})`

type ReportedRow = Awaited<ReturnType<ReturnType<typeof selectReported>['executeTakeFirstOrThrow']>>

function reportedOf({ email, plan_id, user_id, ...row }: ReportedRow): ReportedMembership {
  return { ...membershipOf(row), email, plan_id, user_id }
}

export async function summarizeMemberships(
  { db, counters }: Pick<Deps, 'db' | 'counters'>,
  filter: MembershipFilter,
): Promise<MembershipSummary> {
  const { plan_id, membership_id, expiring, start_date, end_date } = filter
  const hasCounter = !plan_id && !membership_id && !expiring && !start_date && !end_date
  return summaryOf(hasCounter ? await membershipCounters(counters) : await countMemberships(db, filter), filter)
}

type MembershipCount = { category: string; status: MembershipStatus; rows: number }

/** In the counters, those that the report leaves out have a kind of their own, which is no status. */
async function membershipCounters(counters: Counters): Promise<MembershipCount[]> {
  const [sold, running] = await Promise.all([counters('memberships'), counters('running-memberships')])
  return sold.flatMap(({ kind, rows }): MembershipCount[] => {
    const [category = '', status = ''] = kind.split('/')
    if (!isKeyOf(membershipStatuses, status)) return []
    if (status !== 'active') return [{ category, status, rows }]
    const active = totalOf(running.filter((count) => count.kind === category))
    return [
      { category, status: 'active', rows: active },
      { category, status: 'expired', rows: rows - active },
    ]
  })
}

/**
 * The same for the memberships that match a filter. Those that the report leaves out are counted from an index of their own and
 * subtracted, because the index of the summary does not tell them from the others.
 */
async function countMemberships(db: Db, filter: MembershipFilter): Promise<MembershipCount[]> {
  const { rows } = await sql<MembershipCount>`
    select category, ${membershipStatus()} as status, count(*) as rows
    from memberships
    where ${selects(filter)}
    group by 1, 2
    union all
    select category, status, -count(*)
    from memberships
    where ${selects(filter)} and ${isLeftOut(filter)}
    group by 1, 2`.execute(db)
  return rows
}

/**
 * SQL condition on a membership that this filter selects: nobody paid it in time, and the program gave it up (`expirePending`), so that it
 * never was one and nobody has cancelled it. By its number it is found all the same, as for a payment that came too late.
 */
export function isLeftOut({ membership_id }: MembershipFilter): RawBuilder<boolean> {
  if (membership_id) return sql<boolean>`false`
  return sql<boolean>`(memberships.status = 'cancelled' and memberships.details_key like 'expired %')`
}

function summaryOf(counts: MembershipCount[], { status, category }: MembershipFilter): MembershipSummary {
  const selected = counts.filter(
    (count) => (!status || count.status === status) && (!category || count.category === category),
  )
  return {
    total_memberships: totalOf(selected),
    ...countsOf([...MEMBERSHIP_STATUSES, ...PlanCategory.options], 'memberships', (name) =>
      totalOf(selected.filter((count) => count.status === name || count.category === name)),
    ),
  }
}

export function selects({
  status,
  category,
  plan_id,
  membership_id,
  expiring,
  start_date,
  end_date,
}: MembershipFilter) {
  return allOf([
    // An expired one is stored as active.
    status && sql`memberships.status = ${sql.lit(status === 'expired' ? 'active' : status)}`,
    status === 'active' && sql`memberships.expiry_date >= ${todayInIndia()}`,
    status === 'expired' && sql`memberships.expiry_date < ${todayInIndia()}`,
    category && sql`memberships.category = ${category}`,
    plan_id && sql`memberships.plan_id = ${plan_id}`,
    membership_id && sql`memberships.id = ${membership_id}`,
    expiring && expiresSoon(),
    start_date && sql`memberships.created_at >= ${startOfDay(start_date)}`,
    end_date && sql`memberships.created_at < ${endOfDay(end_date)}`,
  ])
}
