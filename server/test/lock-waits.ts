import type { Pool } from '../src/platform/db/pool.ts'

/** Counts the statements that wait for a lock in this database; other test files have databases of their own in the same cluster. */
export async function lockWaits(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}
