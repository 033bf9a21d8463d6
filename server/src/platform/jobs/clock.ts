import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '../db/pool.ts'

/** Names the row in which the command for back-ups notes its last run, beside those of the program's own work. */
export const BACKUP_CLOCK = 'backup'

export type Clock = { name: string; seconds: number; work: () => Promise<void> }

/**
 * Runs work at an interval, on one node at a time: the node that gets an advisory lock runs it, and the others skip this
 * round. The lock belongs to a connection and ends with it. The first round starts after one interval, or at once with
 * `isDue`.
 */
export function runOnOneNodeEvery(
  pool: Pool,
  log: FastifyBaseLogger,
  { name, seconds, work }: Clock,
  { isDue = false } = {},
): { stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let isBusy = false
  const round = () => {
    if (isBusy) return
    isBusy = true
    running = withClockLock(pool, name, work)
      .catch((error: unknown) => log.error({ err: error }, `${name} failed`))
      .finally(() => {
        isBusy = false
      })
  }
  const timer = setInterval(round, seconds * 1_000)
  if (isDue) round()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** Also works at the start after a missed interval: a computer may be on for less than that a day. */
export async function runOnOneNodeAlsoWhenMissed(
  pool: Pool,
  log: FastifyBaseLogger,
  { name, seconds, work }: Clock,
): Promise<{ stop: () => Promise<void> }> {
  // Before the first round nothing is due.
  await pool.query('insert into clock_runs (name) values ($1) on conflict do nothing', [name])
  const { rows } = await pool.query<{ is_due: boolean }>(
    'select ran_at < now() - make_interval(secs => $2) as is_due from clock_runs where name = $1',
    [name, seconds],
  )
  const storedWork = async () => {
    await work()
    await pool.query('update clock_runs set ran_at = now() where name = $1', [name])
  }
  return runOnOneNodeEvery(pool, log, { name, seconds, work: storedWork }, { isDue: rows[0]?.is_due ?? false })
}

async function withClockLock(pool: Pool, name: string, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock(hashtext($1)) as taken', [
      name,
    ])
    if (!rows[0]?.taken) return
    try {
      await work()
    } finally {
      await client.query('select pg_advisory_unlock(hashtext($1))', [name])
    }
  } finally {
    client.release()
  }
}
