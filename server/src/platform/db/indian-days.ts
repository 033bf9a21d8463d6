import { type RawBuilder, sql } from 'kysely'

/** Today in India according to the database, so that all nodes agree whatever their clocks and time zones. */
export function todayInIndia(): RawBuilder<string> {
  return sql<string>`(now() at time zone 'Asia/Kolkata')::date`
}

/** The instant at which this day begins in India. */
export function startOfDay(day: string): RawBuilder<Date> {
  return sql<Date>`(${day}::date::timestamp at time zone 'Asia/Kolkata')`
}

/** The instant at which the day after this one begins in India. */
export function endOfDay(day: string): RawBuilder<Date> {
  return sql<Date>`((${day}::date + 1)::timestamp at time zone 'Asia/Kolkata')`
}
