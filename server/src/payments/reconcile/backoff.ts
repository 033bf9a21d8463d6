import { sql } from 'kysely'

/**
 * The interval until the provider is asked again about a row with a `created_at`, as an SQL interval: half the row's age, at
 * least `secondsMin` seconds, at most a day. So a fresh payment is polled often and an old one rarely.
 */
export function backoff(secondsMin: number) {
  return sql`greatest(make_interval(secs => ${secondsMin}), least((now() - created_at) / 2, interval '1 day'))`
}
