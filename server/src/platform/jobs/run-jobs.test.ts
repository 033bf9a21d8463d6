import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { breakableDatabase } from '../../../test/breakable-database.ts'
import { createLog } from '../log.ts'
import { runJobs, unlockStaleJobs } from './run-jobs.ts'

const database = await breakableDatabase()
const lines: string[] = []
const log = createLog('info', { write: (line: string) => void lines.push(line) })

// PAY-6, V16.5.2
test('a database lost while jobs finish ends neither the process nor the jobs', async () => {
  const { promise: permission, resolve: permit } = Promise.withResolvers<void>()
  const done: string[] = []
  let began = 0
  const runner = await runJobs(
    database.pool,
    {
      async slow(payload) {
        began++
        await permission
        if (String(payload) === 'fails') throw new Error('this job failed')
        done.push(String(payload))
      },
    },
    log,
  )
  onTestFinished(() => runner.stop())
  const add = (payload: string) =>
    database.pool.query('select graphile_worker.add_job($1, $2::json)', ['slow', JSON.stringify(payload)])
  await add('first')
  await add('fails')
  await expect.poll(() => began).toBe(2)

  await database.cut()
  permit()
  await expect.poll(() => lines.join('')).toContain('the jobs could not be started')
  await database.mend()

  await expect.poll(() => lines.join('')).toContain('the jobs run again')
  await add('later')
  await expect.poll(() => done).toContain('later')
  expect(done).toEqual(['first', 'later'])
  // The end of the later job is written a moment after it is done; until then it is locked, too.
  await expect.poll(async () => (await database.pool.query('select from graphile_worker.jobs')).rowCount).toBe(2)

  await unlockStaleJobs(database.pool, 0)
  await expect.poll(() => done).toEqual(['first', 'later', 'first'])
})

// PAY-6, V16.5.2
test('after a database that starts slowly, the jobs run again', async () => {
  const done: string[] = []
  const runner = await runJobs(database.pool, { quick: async (payload) => void done.push(String(payload)) }, log, {
    idleMsMax: 4_000,
  })
  onTestFinished(() => runner.stop())
  lines.length = 0
  await database.start()
  // The runner's pause grows each time it finds the database unavailable.
  await expect.poll(() => lines.join('')).toContain('the jobs could not be started')
  await database.mend()
  await expect.poll(() => lines.join('')).toContain('the jobs run again')
  await database.pool.query(`select graphile_worker.add_job('quick', '"after"'::json)`)
  await expect.poll(() => done).toEqual(['after'])
})

// PAY-6, V16.5.2
test('a program that starts while the database is away does its jobs afterwards', async () => {
  const done: string[] = []
  await database.cut()
  const runner = await runJobs(database.pool, { quick: async (payload) => void done.push(String(payload)) }, log)
  onTestFinished(() => runner.stop())
  await database.mend()
  await expect
    .poll(() => database.pool.query(`select graphile_worker.add_job('quick', '"at last"'::json)`))
    .toMatchObject({ rowCount: 1 })
  await expect.poll(() => done).toContain('at last')
})

// PAY-6, V16.5.2
test('a connection lost while the runner ends its listening does not end the process', async () => {
  const listening = database.holdAnswerTo('LISTEN "jobs:insert"')
  const runner = await runJobs(database.pool, {}, log)
  await listening
  const stopped = runner.stop()
  // By now the library waits to end the listening that has not begun.
  await setTimeout(100)
  await database.cut()
  await stopped
  await database.mend()
  // Once the connections that broke are gone. A rejection that nobody handles would fail the run.
  await expect.poll(() => database.pool.query('select')).toMatchObject({ rowCount: 1 })
})

// PAY-6
test('a job within its time is not unlocked', async () => {
  await (await runJobs(database.pool, {}, log)).stop()
  await database.pool.query('delete from graphile_worker._private_jobs')
  await database.pool.query(`select graphile_worker.add_job('held')`)
  const lock = (locked_at: string) =>
    database.pool.query(`update graphile_worker._private_jobs set locked_by = 'a-worker', locked_at = ${locked_at}`)
  const holders = async () =>
    (await database.pool.query<{ locked_by: string | null }>('select locked_by from graphile_worker.jobs')).rows
  await lock('now()')
  await unlockStaleJobs(database.pool)
  expect(await holders()).toEqual([{ locked_by: 'a-worker' }])
  await lock(`now() - interval '2 minutes'`)
  await unlockStaleJobs(database.pool)
  expect(await holders()).toEqual([{ locked_by: null }])
  await unlockStaleJobs(database.pool)
})
