import type { PaymentFilter } from '@petsetu/contract/office/report-filters.ts'
import { type RawBuilder, sql } from 'kysely'
import { endOfDay, startOfDay } from '../../platform/db/indian-days.ts'
import { isPaidBy } from './paid-for.ts'

/** SQL condition: a captured payment that paid for nothing, or a failed refund, until an admin has settled it. */
export const IS_UNMATCHED = sql<boolean>`(payments.settled_at is null and (payments.refund_failed_at is not null
  or (payments.disposition in ('surplus', 'quarantined') and payments.status = 'captured')))`

/** SQL condition on payments that a filter selects. */
export function selectsPayments(filter: PaymentFilter): RawBuilder<unknown> {
  const one = filter.payment_id ? sql`payments.id = ${filter.payment_id}` : sql`true`
  return sql`${selects(filter, sql`status`)} and ${one} and ${filter.unmatched ? IS_UNMATCHED : sql`true`}`
}

export function selectsUntriedOrders(filter: PaymentFilter): RawBuilder<unknown> {
  return sql`status in ('new', 'created') and ${selects(filter, sql`'created'`)} and ${filter.unmatched || filter.payment_id ? sql`false` : sql`true`}`
}

function selects(
  { status, user_id, start_date, end_date }: PaymentFilter,
  statusColumn: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (status) conditions.push(sql`${statusColumn} = ${status}`)
  if (user_id) conditions.push(isPaidBy(user_id))
  if (start_date) conditions.push(sql`created_at >= ${startOfDay(start_date)}`)
  if (end_date) conditions.push(sql`created_at < ${endOfDay(end_date)}`)
  return sql`(${sql.join(conditions, sql` and `)})`
}
