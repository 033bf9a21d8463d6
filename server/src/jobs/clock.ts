import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '../db/pool.ts'

/**
 * Runs work at an interval, on one node at a time: the node that gets an advisory lock runs it, and the others skip this
 * round. The lock belongs to a connection and ends with it. The first round starts after one interval.
 */
export function runOnOneNodeEvery(
  pool: Pool,
  log: FastifyBaseLogger,
  { name, seconds, work }: { name: string; seconds: number; work: () => Promise<void> },
): { stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    running = onOneNode(pool, name, work)
      .catch((error: unknown) => log.error({ err: error }, `${name} failed`))
      .finally(() => {
        isBusy = false
      })
  }, seconds * 1_000)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

async function onOneNode(pool: Pool, name: string, work: () => Promise<void>): Promise<void> {
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
