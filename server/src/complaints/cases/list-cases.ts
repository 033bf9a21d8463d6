import { COMPLAINT_STATUSES } from '@petsetu/contract/complaints/complaint-statuses.ts'
import type { ComplaintFilter, ComplaintOrder } from '@petsetu/contract/complaints/complaints.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Counters } from '../../platform/db/counters.ts'
import { countMatches, ordersOf } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { summarizeComplaints } from '../complaint-queries.ts'
import { conditionsOf } from './case-search.ts'

/** A filter, and the admin who is `me` in it. */
export type Wanted = { filter: ComplaintFilter; adminId: number }

export function all(conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`${sql.join([sql`true`, ...conditions], sql` and `)}`
}

// Complaints without a due day come last.
const DUE = sql<string>`coalesce(due_on, 'infinity'::date)`

export const ORDERS: Record<ComplaintOrder, RawBuilder<unknown>> = {
  newest: sql`created_at desc, complaints.id desc`,
  oldest: sql`created_at, complaints.id`,
  ...ordersOf({ due: DUE }, sql`complaints.id`),
}

/** Counts the complaints that the filter matches; up to 1,000 for a filter by more than the status. */
export async function countCases(db: Db, counters: Counters, { filter, adminId }: Wanted): Promise<number> {
  const { status, sort: _, ...others } = filter
  if (Object.values(others).some((value) => value !== undefined && value !== null)) {
    const matching = all(conditionsOf(filter, adminId))
    return countMatches(db, (limit) => db.selectFrom('complaints').select('id').where(matching).limit(limit))
  }
  const summary = await summarizeComplaints(counters)
  const counted = status ? [status] : COMPLAINT_STATUSES
  return counted.reduce((sum, one) => sum + summary[`${one}_complaints`], 0)
}

/** The complaints before and after this one in the order of the list. */
export async function findNeighbours(
  db: Db,
  id: number,
  { filter, adminId }: Wanted,
): Promise<{ previous: number | null; next: number | null }> {
  const find = async (direction: 'previous' | 'next') => {
    const order = towards(direction, filter.sort)
    const { rows } = await sql<{ id: number }>`select id from complaints
      where ${all([...conditionsOf(filter, adminId), isAfter(id, order)])}
      order by ${ORDERS[order]} limit 1`.execute(db)
    return rows[0]?.id ?? null
  }
  const [previous, next] = await Promise.all([find('previous'), find('next')])
  return { previous, next }
}

const REVERSED: Record<ComplaintOrder, ComplaintOrder> = {
  newest: 'oldest',
  oldest: 'newest',
  due: 'due-desc',
  'due-desc': 'due',
}

/** The order in which the complaints come that follow in this direction. */
function towards(direction: 'previous' | 'next', sort: ComplaintOrder = 'newest'): ComplaintOrder {
  return direction === 'next' ? sort : REVERSED[sort]
}

/** SQL condition: comes after the complaint of this number. */
function isAfter(id: number, order: ComplaintOrder): RawBuilder<boolean> {
  const column = order.startsWith('due') ? DUE : sql`created_at`
  const here = sql`(select ${column}, id from complaints where id = ${id})`
  return order === 'oldest' || order === 'due' ? sql`(${column}, id) > ${here}` : sql`(${column}, id) < ${here}`
}
