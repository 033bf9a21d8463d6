import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../test/harness.ts'
import { openPool } from '../db/pool.ts'
import { createLog } from '../log.ts'
import { runOnOneNodeAlsoWhenMissed, runOnOneNodeEvery } from './clock.ts'

const lines: string[] = []
const log = createLog('info', { write: (line: string) => void lines.push(line) })

async function aDatabase() {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  return { url: database.url, pool: database.direct }
}

/** A second pool on the same database, as another node would have. */
function anotherNode(url: string) {
  const pool = openPool(url, () => {})
  onTestFinished(() => pool.end())
  return pool
}

// PAY-5
test('of three nodes one at a time runs the work, and the rounds continue', async () => {
  const { url, pool } = await aDatabase()
  let atOnce = 0
  let mostAtOnce = 0
  let turns = 0
  const work = async () => {
    atOnce++
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    await setTimeout(30)
    atOnce--
    turns++
  }
  const clocks = [pool, anotherNode(url), anotherNode(url)].map((node) =>
    runOnOneNodeEvery(node, log, { name: 'turns', seconds: 0.01, work }),
  )
  await expect.poll(() => turns).toBeGreaterThan(10)
  await Promise.all(clocks.map((clock) => clock.stop()))
  expect(mostAtOnce).toBe(1)
})

// PAY-5
test('work with another name does not wait', async () => {
  const { pool } = await aDatabase()
  const { promise: forever, resolve: release } = Promise.withResolvers<void>()
  let turns = 0
  const slow = runOnOneNodeEvery(pool, log, { name: 'slow', seconds: 0.01, work: () => forever })
  const quick = runOnOneNodeEvery(pool, log, { name: 'quick', seconds: 0.01, work: async () => void turns++ })
  await expect.poll(() => turns).toBeGreaterThan(3)
  release()
  await Promise.all([slow.stop(), quick.stop()])
})

// PAY-5
test('a stop waits for the current round and starts no other', async () => {
  const { pool } = await aDatabase()
  const { promise: permission, resolve: permit } = Promise.withResolvers<void>()
  let began = 0
  let ended = 0
  const clock = runOnOneNodeEvery(pool, log, {
    name: 'stopped',
    seconds: 0.01,
    async work() {
      began++
      await permission
      ended++
    },
  })
  await expect.poll(() => began).toBe(1)
  let isStopped = false
  const stopping = clock.stop().then(() => {
    isStopped = true
  })
  await setTimeout(100)
  expect([began, ended, isStopped]).toEqual([1, 0, false])
  permit()
  await stopping
  expect([began, ended, isStopped]).toEqual([1, 1, true])
  await setTimeout(100)
  expect(began).toBe(1)
})

// PAY-5
test('an error in one round is logged, ends neither the rounds nor blocks other nodes', async () => {
  const { url, pool } = await aDatabase()
  let turns = 0
  const failing = runOnOneNodeEvery(pool, log, {
    name: 'failing',
    seconds: 0.01,
    async work() {
      turns++
      throw new Error('this turn went wrong')
    },
  })
  await expect.poll(() => turns).toBeGreaterThan(3)
  await failing.stop()
  expect(lines.join('')).toContain('this turn went wrong')
  let others = 0
  const other = runOnOneNodeEvery(anotherNode(url), log, {
    name: 'failing',
    seconds: 0.01,
    work: async () => void others++,
  })
  await expect.poll(() => others).toBeGreaterThan(0)
  await other.stop()
})

// PAY-5
test('a node that dies during a round releases the lock for the others', async () => {
  const { url, pool } = await aDatabase()
  const dying = await pool.connect()
  await dying.query("select pg_advisory_lock(hashtext('freed'))")
  let turns = 0
  const clock = runOnOneNodeEvery(anotherNode(url), log, {
    name: 'freed',
    seconds: 0.01,
    work: async () => void turns++,
  })
  await setTimeout(300)
  expect(turns).toBe(0)
  // Closes the connection without releasing the lock, like a killed process.
  dying.release(true)
  await expect.poll(() => turns).toBeGreaterThan(0)
  await clock.stop()
})

// V14.2.4
test('work that was missed while the computer was off is done at the start', async () => {
  const { pool } = await aDatabase()
  let turns = 0
  const clock = { name: 'hourly', seconds: 3_600, work: async () => void turns++ }
  const start = async () => {
    const running = await runOnOneNodeAlsoWhenMissed(pool, log, clock)
    await running.stop()
    return turns
  }
  expect(await start()).toBe(0)
  await pool.query("update clock_runs set ran_at = ran_at - interval '59 minutes'")
  expect(await start()).toBe(0)
  await pool.query("update clock_runs set ran_at = ran_at - interval '2 minutes'")
  expect(await start()).toBe(1)
  expect(await start()).toBe(1)
})

// V14.2.4
test('missed work that fails is due at the next start, too', async () => {
  const { pool } = await aDatabase()
  let turns = 0
  const work = async () => {
    if (++turns === 1) throw new Error('not now')
  }
  await pool.query("insert into clock_runs values ('failing', now() - interval '2 hours')")
  for (const done of [1, 2, 2]) {
    await (await runOnOneNodeAlsoWhenMissed(pool, log, { name: 'failing', seconds: 3_600, work })).stop()
    expect(turns).toBe(done)
  }
  expect(lines.join()).toContain('failing failed')
})
