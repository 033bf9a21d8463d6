import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, type Runner, run, type TaskList } from 'graphile-worker'
import type { Pool } from '../db/pool.ts'

const AT_ONCE_MAX = 2
const START_AGAIN_MS = 500
// It asks for jobs every two seconds; a job that asks the provider takes some.
const SILENT_MS_MAX = 20_000
// Less than what is left of a stop once the last answers are out.
const STOP_MS_MAX = 3_000
const SIGNS_OF_LIFE = ['worker:getJob:empty', 'job:start', 'job:complete'] as const

/**
 * Works off the jobs that stand in the database, together with all other nodes; each job is done by one, and so is what `crontab`
 * has recur (its times are UTC's). A database that goes away
 * while a job is being finished ends the runner, and one that is just starting puts it to sleep: it is started again until it runs.
 */
export async function runJobs(
  pool: Pool,
  taskList: TaskList,
  log: FastifyBaseLogger,
  { crontab = '', silentMsMax = SILENT_MS_MAX }: { crontab?: string; silentMsMax?: number } = {},
): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  const start = () => startRunner(pool, taskList, crontab, log)
  let runner = await start()
  const kept = keepRunning()
  return {
    async stop() {
      stopping.abort()
      await stopRunner(runner)
      await kept
    },
  }

  async function keepRunning(): Promise<void> {
    await isOver(runner, silentMsMax, stopping.signal)
    while (!stopping.signal.aborted) {
      await setTimeout(START_AGAIN_MS)
      if (stopping.signal.aborted) return
      try {
        runner = await start()
        log.warn({ job: true }, 'the jobs run again')
        if (stopping.signal.aborted) await stopRunner(runner)
        await isOver(runner, silentMsMax, stopping.signal)
      } catch (error) {
        log.warn({ err: error }, 'the jobs could not be started')
      }
    }
  }
}

function startRunner(pool: Pool, taskList: TaskList, crontab: string, log: FastifyBaseLogger): Promise<Runner> {
  return run({
    pgPool: pool,
    taskList,
    crontab,
    // Without these two, 0.18 waits for nobody when it writes down how a job ended: a failure there ends the whole process.
    preset: { worker: { concurrentJobs: AT_ONCE_MAX, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    // The program stops its parts itself, in its own order.
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ job: true }, message)
    }),
  })
}

/**
 * Resolves once the runner has ended, whatever the reason, or is heard of no more: where it met a database that was starting, 0.18
 * sleeps for up to three minutes, and while it does it cannot end either.
 */
async function isOver(runner: Runner, silentMsMax: number, stopping: AbortSignal): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const silence = globalThis.setTimeout(resolve, silentMsMax)
  const hear = () => void silence.refresh()
  for (const event of SIGNS_OF_LIFE) runner.events.on(event, hear)
  stopping.addEventListener('abort', () => resolve(), { once: true })
  // It resolves, or rejects, when it has ended.
  runner.promise.then(resolve, () => resolve())
  await over
  for (const event of SIGNS_OF_LIFE) runner.events.off(event, hear)
  clearTimeout(silence)
  // What it is at it may finish; it takes nothing new.
  void stopRunner(runner)
}

async function stopRunner(runner: Runner): Promise<void> {
  // It refuses to be stopped where it has just ended by itself.
  const stopped = runner.stop().catch(() => {})
  await Promise.race([stopped, setTimeout(STOP_MS_MAX, undefined, { ref: false })])
}
