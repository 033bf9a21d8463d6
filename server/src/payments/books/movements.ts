import { BOOKED_DISPOSITIONS, type DeskMode, RECEIVED_STATUSES } from '@petsetu/contract/payments/payments.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { type RawBuilder, sql } from 'kysely'
import { literals, startOfDay } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'

/** SQL: the first year of the Indian financial year of an instant, which begins three months after the calendar's. */
const financialYear = (at: RawBuilder<unknown>) =>
  sql`extract(year from (${at} at time zone 'Asia/Kolkata') - interval '3 months')::integer`

/** SQL: money in this state is in the books. */
const counts = (status: RawBuilder<unknown>, disposition: RawBuilder<unknown>) =>
  sql`coalesce(${status} in ${literals(RECEIVED_STATUSES)} and ${disposition} in ${literals(BOOKED_DISPOSITIONS)}, false)`

/** SQL: an admin has said of unmatched money that it is kept, and it is in rupees. */
const isKept = (settledAs: RawBuilder<unknown>) => sql`(${settledAs} is not distinct from 'kept' and currency = 'INR')`

/** SQL: an admin has said that it was returned otherwise than by the provider. */
const isReturned = (settledAs: RawBuilder<unknown>) => sql`${settledAs} is not distinct from 'returned'`

/**
 * SQL: each movement of money since a day, read from the payment journal, whose rows never change. Money comes in on the day that its
 * receipt names: when the provider or the desk took it, and for a cheque when the bank paid it. It goes back on the day on which a refund or
 * a void was recorded. Quarantined money comes in, and surplus money goes back, when an admin says that it was kept or returned otherwise; a
 * later refund of what was returned moves nothing, and neither does a payment that went back before it was seen captured. What the journal
 * learnt of a year after its books were closed is booked on the day on which it was learnt.
 */
function movementsSince(day: string): RawBuilder<unknown> {
  // A provider's clock may be ahead of ours, never by a day.
  const since = sql`${startOfDay(day)} - interval '1 day'`
  return sql`
    select (case when locked_years.year is null then moved.at else greatest(journal.at, locked_at) end
        at time zone 'Asia/Kolkata')::date as day,
      payments.purpose, coalesce(desk_payments.mode, 'online') as mode, moved.received_paise, moved.returned_paise
    from payment_journal journal
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
    left join locked_years
      on locked_years.year = ${financialYear(sql`moved.at`)} and journal.id > locked_years.last_journal_id
    where journal.at >= ${since}`
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
export async function movementsByDay(db: Db, { start, end }: { start: string; end: string }): Promise<MovedOnDay[]> {
  const { rows } = await sql<MovedOnDay>`
    select day::text as day, purpose, mode, count(*) filter (where received_paise > 0) as payments,
      sum(received_paise)::bigint as gross_paise, sum(returned_paise)::bigint as returned_paise
    from (${movementsSince(start)}) movements
    where day between ${start}::date and ${end}::date
    group by 1, 2, 3
    order by 1, 2, 3`.execute(db)
  return rows
}

export type MovedInYear = { year: number; received_paise: number; returned_paise: number }

/** Sums up what moved in each financial year from this one on, oldest first; years without money are left out. */
export async function movementsByYear(db: Db, from: number): Promise<MovedInYear[]> {
  const { rows } = await sql<MovedInYear>`
    select ${financialYear(sql`day::timestamp at time zone 'Asia/Kolkata'`)} as year,
      sum(received_paise)::bigint as received_paise, sum(returned_paise)::bigint as returned_paise
    from (${movementsSince(`${from}-04-01`)}) movements
    where day >= ${`${from}-04-01`}::date
    group by 1
    order by 1`.execute(db)
  return rows
}
