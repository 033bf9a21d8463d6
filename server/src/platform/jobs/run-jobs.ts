import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, type Runner, run, type TaskList } from 'graphile-worker'
import type { Pool } from '../db/pool.ts'

const AT_ONCE_MAX = 2
const START_AGAIN_MS = 500
// The runner polls every two seconds; a job that calls the provider takes a few.
const IDLE_MS_MAX = 20_000
// Less than what remains of the stop time once the last replies are sent.
const STOP_MS_MAX = 3_000
const ACTIVITY_EVENTS = ['worker:getJob:empty', 'job:start', 'job:complete'] as const

/**
 * Runs the jobs of these tasks together with all other nodes, two at a time on each; each job, and each recurring one of `crontab` (in UTC), is done
 * by one node. The runner ends if the database becomes unavailable while a job finishes, and sleeps if the database is
 * starting; it is restarted until it runs, also if it cannot start at first.
 */
export async function runJobs(
  pool: Pool,
  taskList: TaskList,
  log: FastifyBaseLogger,
  { crontab = '', idleMsMax = IDLE_MS_MAX }: { crontab?: string | undefined; idleMsMax?: number } = {},
): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  let runner = await start()
  const kept = keepRunning()
  return {
    async stop() {
      stopping.abort()
      if (runner) await stopRunner(runner)
      await kept
    },
  }

  async function start(): Promise<Runner | null> {
    try {
      return await startRunner(pool, taskList, crontab, log)
    } catch (error) {
      log.warn({ err: error }, 'the jobs could not be started')
      return null
    }
  }

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (runner) await untilEnded(runner, idleMsMax, stopping.signal)
      await setTimeout(START_AGAIN_MS)
      if (stopping.signal.aborted) return
      runner = await start()
      if (!runner) continue
      log.warn({ job: true }, 'the jobs run again')
      if (stopping.signal.aborted) await stopRunner(runner)
    }
  }
}

function startRunner(pool: Pool, taskList: TaskList, crontab: string, log: FastifyBaseLogger): Promise<Runner> {
  return run({
    pgPool: releasingOnce(pool),
    taskList,
    crontab,
    // Without these two settings version 0.18 does not await writing a job's result, and a failure there crashes the process.
    preset: { worker: { concurrentJobs: AT_ONCE_MAX, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    // The program stops its parts itself, in its own order.
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ job: true }, message)
    }),
  })
}

type Connected = Parameters<Parameters<Pool['connect']>[0]>

/**
 * The pool for the runner. Version 0.18 releases the connection on which it listens twice if it is lost while the listening ends; the
 * pool rejects that, and nobody catches it, which would end the process.
 */
function releasingOnce(pool: Pool): Pool {
  function connect(callback?: (...connected: Connected) => void) {
    if (!callback) return pool.connect()
    pool.connect((error, client, release) => {
      let isReleased = false
      callback(error, client, (reason) => {
        if (!isReleased) release(reason)
        isReleased = true
      })
    })
  }
  return new Proxy(pool, { get: (target, name) => (name === 'connect' ? connect : Reflect.get(target, name)) })
}

/** Resolves once the runner has ended, or shows no activity: version 0.18 may sleep for three minutes. */
async function untilEnded(runner: Runner, idleMsMax: number, stopping: AbortSignal): Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const idleTimer = globalThis.setTimeout(resolve, idleMsMax)
  const restartTimer = () => void idleTimer.refresh()
  for (const event of ACTIVITY_EVENTS) runner.events.on(event, restartTimer)
  stopping.addEventListener('abort', () => resolve(), { once: true })
  runner.promise.then(resolve, () => resolve())
  await ended
  for (const event of ACTIVITY_EVENTS) runner.events.off(event, restartTimer)
  clearTimeout(idleTimer)
  // Lets the current jobs finish; the runner takes no new ones.
  void stopRunner(runner)
}

async function stopRunner(runner: Runner): Promise<void> {
  // It throws if the runner has just ended by itself.
  const stopped = runner.stop().catch(() => {})
  await Promise.race([stopped, setTimeout(STOP_MS_MAX, undefined, { ref: false })])
}

// Sending a mail takes 50 seconds at most. Longer jobs, such as imports, may be run twice.
const JOB_SECONDS_MAX = 60

/**
 * Unlocks the jobs of crashed runners, so that another runner does them; the library itself waits four hours. A job that was
 * only slow runs twice then, which is harmless: every job reads the present state first, and an import takes a lock.
 */
export async function unlockStaleJobs(pool: Pool, olderThanSeconds = JOB_SECONDS_MAX): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
     from graphile_worker.jobs
     where locked_at < now() - make_interval(secs => $1)
     having count(*) > 0`,
    [olderThanSeconds],
  )
}
