import { type RawBuilder, sql } from 'kysely'
import { startOfDay } from '../../platform/db/expressions.ts'
import { IS_AT_PROVIDER } from '../provider/account.ts'

/** SQL condition: the instant lies in this Indian month, such as 2026-07. */
export function monthOf(month: string, instant: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${instant} >= ${startOfMonth(month)} and ${instant} < ${endOfMonth(month)})`
}

const startOfMonth = (month: string) => startOfDay(`${month}-01`)
const endOfMonth = (month: string) =>
  sql<Date>`((${`${month}-01`}::date + interval '1 month') at time zone 'Asia/Kolkata')`

/**
 * SQL: the settled lines of a month beside our payments, and the payments and refunds of the month that no settlement has. The state is
 * found at each reading, because a payment may be learnt of after its settlement.
 */
export function comparedLines(month: string): RawBuilder<unknown> {
  return sql`(${settledLines(month)} union all ${missingPayments(month)} union all ${missingRefunds(month)}) compared`
}

function settledLines(month: string) {
  return sql`
    select 0 as source, line.id, line.settled_at as at, line.type, line.entity_id, line.settlement_id, line.utr,
      line.amount_paise, line.fee_paise, line.tax_paise, line.credit_paise - line.debit_paise as net_paise,
      case line.type when 'payment' then payment.amount_paise when 'refund' then ${LEDGER_REFUND} end as ledger_paise,
      payment.id as payment,
      case
        when line.type not in ('payment', 'refund') then 'other'
        when payment.id is null then 'unknown'
        when line.type = 'payment' and payment.status in ('captured', 'refunded') and payment.amount_paise = line.amount_paise
          then 'matched'
        when line.type = 'refund' and own.status is distinct from 'failed' and ${LEDGER_REFUND} = line.amount_paise then 'matched'
        else 'different'
      end as state
    from settlement_lines line
    left join payments payment on payment.id = ${paymentOfLine}
    left join refunds own on own.provider_refund_id = line.entity_id and line.type = 'refund'
    where ${monthOf(month, sql`line.settled_at`)}`
}

/** The refund in our books: a refund of ours by its amount, one made in the provider's dashboard by the sum that went back in all. */
const LEDGER_REFUND = sql`coalesce(own.amount_paise, least(payment.refunded_paise, line.amount_paise))`

/** A report of the dashboard does not name the payment that was refunded, but its order. */
const paymentOfLine = sql`case line.type
  when 'payment' then (select id from payments where provider_payment_id = line.entity_id)
  when 'refund' then coalesce(
    (select payment_id from refunds where provider_refund_id = line.entity_id),
    (select id from payments where provider_payment_id = line.provider_payment_id),
    (select refunded.id from payment_orders join payments refunded on refunded.order_id = payment_orders.id
     where payment_orders.provider_order_id = line.provider_order_id and refunded.refunded_paise > 0
     order by refunded.id limit 1))
  end`

function missing(source: number, type: string, at: RawBuilder<unknown>, ledgerPaise: RawBuilder<unknown>) {
  return sql`${sql.lit(source)}, payments.id, ${at}, ${sql.lit(type)}, provider_payment_id, null, null,
    null::bigint, 0::bigint, 0::bigint, 0::bigint, ${ledgerPaise}, payments.id, 'missing'`
}

function missingPayments(month: string) {
  return sql`
    select ${missing(1, 'payment', sql`payments.created_at`, sql`amount_paise`)}
    from payments
    where ${monthOf(month, sql`payments.created_at`)} and status in ('captured', 'refunded') and ${IS_AT_PROVIDER}
      and not exists (select from settlement_lines line where line.entity_id = payments.provider_payment_id and line.type = 'payment')`
}

// The provider refunds a payment of the last six months.
const REFUND_MONTHS = sql`interval '7 months'`

function missingRefunds(month: string) {
  return sql`
    select ${missing(2, 'refund', sql`returned.at`, sql`refunded_paise`)}
    from payments
    cross join lateral (
      select max(at) as at from payment_journal
      where payment_id = payments.id and refunded_paise_after > refunded_paise_before) returned
    where payments.created_at >= ${startOfMonth(month)} - ${REFUND_MONTHS} and payments.created_at < ${endOfMonth(month)}
      and refunded_paise > 0 and ${IS_AT_PROVIDER} and ${monthOf(month, sql`returned.at`)}
      and not exists (
        select from settlement_lines line where line.type = 'refund' and line.provider_payment_id = payments.provider_payment_id)
      and not exists (
        select from refunds join settlement_lines line on line.entity_id = provider_refund_id and line.type = 'refund'
        where refunds.payment_id = payments.id)
      and not exists (
        select from payment_orders join settlement_lines line
          on line.provider_order_id = payment_orders.provider_order_id and line.type = 'refund'
        where payment_orders.id = payments.order_id)`
}
