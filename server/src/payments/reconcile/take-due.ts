import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'

/**
 * Claims at most `limit` rows that are due and that `isOurs`, and returns their ids. Their next check is scheduled before they
 * are processed, so that a crash in between does not delay the others.
 */
export async function takeDue(
  db: Db,
  table: 'payment_orders' | 'refunds',
  isOurs: RawBuilder<boolean>,
  { limit, pauseSecondsMin }: { limit: number; pauseSecondsMin: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(table)} set next_check_at = now() + ${backoff(pauseSecondsMin)}
    where id in (
      select id from ${sql.table(table)}
      where next_check_at <= now() and ${isOurs}
      order by next_check_at
      limit ${limit}
      for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The interval until the provider is asked again about a row with a `created_at`, as an SQL interval: half the row's age, at
 * least `secondsMin` seconds, at most a day. So a fresh payment is polled often and an old one rarely.
 */
function backoff(secondsMin: number) {
  return sql`greatest(make_interval(secs => ${secondsMin}), least((now() - created_at) / 2, interval '1 day'))`
}
