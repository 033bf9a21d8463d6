import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, type Runner, run, type TaskList } from 'graphile-worker'
import type { Pool } from '../db/pool.ts'

const AT_ONCE_MAX = 2
const START_AGAIN_MS = 500

/**
 * Works off the jobs that stand in the database, together with all other nodes; each job is done by one. A database that goes away
 * while a job is being finished ends the runner: it is started again until it runs.
 */
export async function runJobs(
  pool: Pool,
  taskList: TaskList,
  log: FastifyBaseLogger,
): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  let runner = await startRunner(pool, taskList, log)
  const kept = keepRunning()
  return {
    async stop() {
      stopping.abort()
      await stopRunner(runner)
      await kept
    },
  }

  async function keepRunning(): Promise<void> {
    // It resolves, or rejects, whenever the runner has ended, whatever the reason.
    await runner.promise.catch(() => {})
    while (!stopping.signal.aborted) {
      await setTimeout(START_AGAIN_MS)
      if (stopping.signal.aborted) return
      try {
        runner = await startRunner(pool, taskList, log)
        log.warn({ job: true }, 'the jobs run again')
        if (stopping.signal.aborted) await stopRunner(runner)
        await runner.promise.catch(() => {})
      } catch (error) {
        log.warn({ err: error }, 'the jobs could not be started')
      }
    }
  }
}

function startRunner(pool: Pool, taskList: TaskList, log: FastifyBaseLogger): Promise<Runner> {
  return run({
    pgPool: pool,
    taskList,
    // Without these two, 0.18 waits for nobody when it writes down how a job ended: a failure there ends the whole process.
    preset: { worker: { concurrentJobs: AT_ONCE_MAX, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    // The program stops its parts itself, in its own order.
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ job: true }, message)
    }),
  })
}

async function stopRunner(runner: Runner): Promise<void> {
  // It refuses to be stopped where it has just ended by itself.
  await runner.stop().catch(() => {})
}
