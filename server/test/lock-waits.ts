import type { Pool } from '../src/platform/db/pool.ts'

/** Counts the statements that wait for a lock in this database; other test files have databases of their own in the same cluster. */
export async function lockWaits(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

/** Runs this work while nobody can write to the table; whoever wants to waits until it ends. */
export async function withTableLocked(pool: Pool, table: string, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`begin; lock table ${table} in share mode`)
    await work()
  } finally {
    await client.query('commit')
    client.release()
  }
}
