import type { PaymentFilter } from '@petsetu/contract/office/reports.ts'
import { BOOKED_DISPOSITIONS } from '@petsetu/contract/payments/payments.ts'
import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import { type RawBuilder, sql } from 'kysely'
import { IS_RETURN_REFUSED, IS_UNAPPLIED } from '../../payments/ledger/payment-queries.ts'
import type { ReportRules } from '../../payments/purpose-rules.ts'
import { allOf, endOfDay, literals, startOfDay } from '../../platform/db/expressions.ts'
import { PURPOSE_RULES } from '../../purposes.ts'

/**
 * SQL condition: a captured payment that paid for nothing, or a refund that failed, whether it had counted or not, until an
 * admin has settled it. Each half is read from an index of its own.
 */
export const IS_UNMATCHED = sql<boolean>`payments.id in (
  select payments.id from payments
  where payments.settled_at is null and (payments.refund_failed_at is not null or ${IS_UNAPPLIED})
  union all
  select payments.id from refunds join payments on payments.id = refunds.payment_id
  where refunds.status = 'failed' and ${IS_RETURN_REFUSED})`

/** SQL condition on a payment: its amount, minus what was refunded, is revenue. */
export const IS_REVENUE = sql<boolean>`(payments.status = 'captured' and payments.disposition in ${literals(BOOKED_DISPOSITIONS)})`

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
  return allOf([
    status && sql`${statusColumn} = ${status}`,
    user_id && isPaidBy(user_id),
    start_date && sql`created_at >= ${startOfDay(start_date)}`,
    end_date && sql`created_at < ${endOfDay(end_date)}`,
  ])
}

/** SQL: the value that the purpose of a transaction has for its subject; null for a payment without an order of ours. */
export function perPurpose(
  partOf: (report: ReportRules) => RawBuilder<string> | RawBuilder<number>,
): RawBuilder<unknown> {
  const branches = PURPOSES.map(
    (purpose) => sql`when ${sql.lit(purpose)} then ${partOf(PURPOSE_RULES[purpose].report)}`,
  )
  return sql`case transactions.purpose ${sql.join(branches, sql` `)} end`
}

/** SQL: the token of a receipt, which names who paid; null where that name is withheld, and so empty in the reports. */
export function unlessWithheld(token: RawBuilder<string>): RawBuilder<unknown> {
  return sql`case when ${perPurpose(({ payer }) => payer)} = '' then null else ${token} end`
}

/** SQL: joins what each transaction paid for. */
export function joinedSubjects(): RawBuilder<unknown> {
  const joins = PURPOSES.map((purpose) => {
    const { table } = PURPOSE_RULES[purpose]
    return sql`left join ${sql.table(table)}
      on transactions.purpose = ${sql.lit(purpose)} and ${sql.ref(`${table}.id`)} = transactions.subject_id`
  })
  return sql.join(joins, sql` `)
}

/** SQL condition on a payment or an order: its subject belongs to this account. */
function isPaidBy(userId: number): RawBuilder<unknown> {
  const theirs = PURPOSES.flatMap((purpose) => {
    const { table, report } = PURPOSE_RULES[purpose]
    if (!report.account) return []
    const isTheirs = report.isOf?.(userId) ?? sql`${report.account} = ${userId}`
    return [sql`select ${sql.lit(purpose)}, ${sql.ref(`${table}.id`)} from ${sql.table(table)} where ${isTheirs}`]
  })
  // One list for all purposes: conditions joined by OR are not looked up in the index.
  return sql`((purpose, subject_id) in (${sql.join(theirs, sql` union all `)}))`
}
