import { BOOKED_DISPOSITIONS, type DeskMode, RECEIVED_STATUSES } from '@petsetu/contract/payments/payments.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { type RawBuilder, sql } from 'kysely'
import { endOfDay, literals, startOfDay } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'

type Days = { start: string; end: string }

/** SQL: the instant at which the Indian financial year with this first year begins. */
const startOfYear = (year: RawBuilder<unknown>) => sql`make_timestamptz(${year}, 4, 1, 0, 0, 0, 'Asia/Kolkata')`

/** SQL: money in this state is in the books. */
const counts = (status: RawBuilder<unknown>, disposition: RawBuilder<unknown>) =>
  sql`coalesce(${status} in ${literals(RECEIVED_STATUSES)} and ${disposition} in ${literals(BOOKED_DISPOSITIONS)}, false)`

/** SQL: an admin has said of unmatched money that it is kept, and it is in rupees. */
const isKept = (settledAs: RawBuilder<unknown>) => sql`(${settledAs} is not distinct from 'kept' and currency = 'INR')`

/** SQL: an admin has said that it was returned otherwise than by the provider. */
const isReturned = (settledAs: RawBuilder<unknown>) => sql`${settledAs} is not distinct from 'returned'`

/**
 * SQL: each movement of money on these Indian days, both included, read from the payment journal, whose rows never change. Money comes in on
 * the day that its receipt names: when the provider or the desk took it, and for a cheque when the bank paid it. It goes back on the day on
 * which a refund or a void was recorded. Quarantined money comes in, and surplus money goes back, when an admin says that it was kept or
 * returned otherwise; a later refund of what was returned moves nothing, and neither does a payment that went back before it was seen
 * captured. What the journal learnt of a year after its books were closed is booked on the day on which it was learnt.
 */
function movementsBetween({ start, end }: Days): RawBuilder<unknown> {
  const [from, to] = [startOfDay(start), endOfDay(end)]
  // A transaction that waited until books were closed has begun before.
  const isNear = sql`(payment_journal.at >= ${from} - interval '1 day' and payment_journal.at < ${to})`
  return sql`
    select (at at time zone 'Asia/Kolkata')::date as day, purpose, mode, received_paise, returned_paise
    from (
      select case when closed.year is null then moved.at else greatest(journal.at, locked_at) end as at,
        payments.purpose, coalesce(desk_payments.mode, 'online') as mode, moved.received_paise, moved.returned_paise
      from (
        -- A movement is on the day of its row or of its payment.
        select * from payment_journal where ${isNear}
        union all
        select payment_journal.* from payments join payment_journal on payment_id = payments.id
        where payments.created_at >= ${from} and payments.created_at < ${to} and not ${isNear}
      ) journal
      join payments on payments.id = journal.payment_id
      left join desk_payments on desk_payments.payment_id = payments.id
      cross join lateral (
        select case when settled_as is not null and payments.disposition <> 'applied' then (
          select id from payment_journal where payment_id = payments.id and source = 'settled') end as id
      ) settlement
      cross join lateral (
        select case when settlement.id < journal.id then settled_as end as as_before,
          case when settlement.id <= journal.id then settled_as end as as_after
      ) settled
      cross join lateral (
        select ${counts(sql`status_before`, sql`disposition_before`)} or ${isKept(sql`settled.as_before`)} as counted,
          ${counts(sql`status_after`, sql`disposition_after`)} or ${isKept(sql`settled.as_after`)} as counts
      ) state
      cross join lateral (
        select
          case when not counted then 0 when status_before = 'refunded' or ${isReturned(sql`settled.as_before`)} then amount_paise
            else refunded_paise_before end as before,
          case when not counts then 0 when status_after = 'refunded' or ${isReturned(sql`settled.as_after`)} then amount_paise
            else refunded_paise_after end as after
      ) returned
      cross join lateral (
        select case journal.source when 'settled' then journal.at else payments.created_at end as at, amount_paise as received_paise, 0 as returned_paise
        where counts and not counted
        union all
        select journal.at, 0, after - before where after <> before
      ) moved
      left join (select *, ${startOfYear(sql`year`)} as starts_at, ${startOfYear(sql`year + 1`)} as ends_at from locked_years) closed
        on journal.id > closed.last_journal_id and moved.at >= starts_at and moved.at < ends_at
      where settled_as is not null or status_before in ${literals(RECEIVED_STATUSES)}
        or status_after in ${literals(RECEIVED_STATUSES)}
    ) moved
    where at >= ${from} and at < ${to}`
}

export type MovedOnDay = {
  day: string
  /** Money without an order of ours has none. */
  purpose: Purpose | null
  /** The mode of payment at the desk; 'online' for money that came through the provider. */
  mode: DeskMode | 'online'
  payments: number
  gross_paise: number
  returned_paise: number
}

/** Sums up what moved on these Indian days, both included, oldest first. */
export async function movementsByDay(db: Db, days: Days): Promise<MovedOnDay[]> {
  const { rows } = await sql<MovedOnDay>`
    select day::text as day, purpose, mode, count(*) filter (where received_paise > 0) as payments,
      sum(received_paise)::bigint as gross_paise, sum(returned_paise)::bigint as returned_paise
    from (${movementsBetween(days)}) movements
    group by 1, 2, 3
    order by 1, 2, 3`.execute(db)
  return rows
}

export type MovedInYear = { year: number; received_paise: number; returned_paise: number }

/** Sums up what moved in each of these financial years, both included, oldest first; years without money are left out. */
export async function movementsByYear(db: Db, first: number, last: number): Promise<MovedInYear[]> {
  const { rows } = await sql<MovedInYear>`
    select extract(year from day - interval '3 months')::integer as year,
      sum(received_paise)::bigint as received_paise, sum(returned_paise)::bigint as returned_paise
    from (
      select day, sum(received_paise) as received_paise, sum(returned_paise) as returned_paise
      from (${movementsBetween({ start: `${first}-04-01`, end: `${last + 1}-03-31` })}) movements
      group by 1
    ) days
    group by 1
    order by 1`.execute(db)
  return rows
}
