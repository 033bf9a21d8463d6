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

/**
 * SQL: each movement of money since a day, read from the payment journal, whose rows never change. Money comes in on the day that its
 * receipt names: when the provider or the desk took it, and for a cheque when the bank paid it. It goes back on the day on which a refund or
 * a void was recorded. What the journal learnt of a year after its books were closed is booked on the day on which it was learnt.
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
      select ${counts(sql`status_before`, sql`disposition_before`)} as counted, ${counts(sql`status_after`, sql`disposition_after`)} as counts
    ) state
    cross join lateral (
      select
        case when counted then case status_before when 'refunded' then amount_paise else refunded_paise_before end else 0 end as before,
        case when counts then case status_after when 'refunded' then amount_paise else refunded_paise_after end else 0 end as after
    ) returned
    cross join lateral (
      select payments.created_at as at, amount_paise as received_paise, 0 as returned_paise where counts and not counted
      union all
      select journal.at, 0, after - before where after <> before
    ) moved
    left join locked_years
      on locked_years.year = ${financialYear(sql`moved.at`)} and journal.id > locked_years.last_journal_id
    where journal.at >= ${since}`
}

/** The money that moved on one Indian day for one purpose in one mode. */
export type MovedOnDay = {
  day: string
  /** Null for money without an order of ours. */
  purpose: Purpose | null
  /** The mode of payment at the desk; 'online' for money that came through the provider. */
  mode: DeskMode | 'online'
  /** The number of payments that came in. */
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
