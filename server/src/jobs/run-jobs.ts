import type { FastifyBaseLogger } from 'fastify'
import { Logger, run, type TaskList } from 'graphile-worker'
import type { Pool } from '../db/pool.ts'

const AT_ONCE_MAX = 2

/** Works off the jobs that stand in the database, together with all other nodes; each job is done by one. */
export async function runJobs(
  pool: Pool,
  taskList: TaskList,
  log: FastifyBaseLogger,
): Promise<{ stop: () => Promise<void> }> {
  const runner = await run({
    pgPool: pool,
    taskList,
    concurrency: AT_ONCE_MAX,
    // The program stops its parts itself, in its own order.
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ job: true }, message)
    }),
  })
  return { stop: () => runner.stop() }
}
