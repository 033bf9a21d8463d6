import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { PostgresServer } from '../postgres-server.ts'
import { type Random, seededRandom } from '../random.ts'
import type { StageResult } from '../stage-result.ts'
import { checkAfterFaults } from './check-after-faults.ts'
import type { Fixture } from './fixture.ts'
import { takeConnection, withClient } from './postgres-client.ts'
import { type StageLimits, stageCounter } from './stage-counter.ts'
import { startVisitors } from './visitors.ts'

type Fault = (postgres: PostgresServer, random: Random) => Promise<void>

const QUIET_MS_MAX = 1_200
const OUTAGE_MS = 5_000
const HOLD_MS = 3_000

/** Stage D: stops the database, kills its processes, and holds locks and connections while nodes serve requests. */
export async function breakDatabase(
  fixture: Fixture,
  { seed, seconds, runsMax, visitors }: StageLimits,
): Promise<StageResult> {
  const counter = stageCounter('D')
  const random = seededRandom(seed, 'D', 0)
  const visiting = startVisitors(fixture.context, visitors, (visitor) => seededRandom(seed, 'D', visitor + 1))
  const until = Date.now() + seconds * 1_000
  for (let turn = 0; Date.now() < until && turn < runsMax; turn++) {
    await pause(random.below(QUIET_MS_MAX))
    const [kind, fault] = FAULTS[turn % FAULTS.length] ?? FAULTS[0]
    counter.count(kind)
    await fault(fixture.postgres, random)
  }
  await visiting.close()
  await checkAfterFaults(fixture, counter)
  return counter.result()
}

const FAULTS: [[string, Fault], ...[string, Fault][]] = [
  ['immediate stop', stopAndStart(() => 0)],
  ['backend killed', killBackend],
  ['tables locked for 3 s', lockTables],
  ['immediate stop', stopAndStart((random) => random.below(800))],
  ['backend killed', killBackend],
  ['connections used up for 3 s', useUpConnections],
  ['connections reset', resetConnections],
  ['immediate stop', stopAndStart(() => 0)],
  ['backend killed', killBackend],
  ['tables locked for 3 s', lockTables],
  ['outage of 5 s', stopAndStart(() => OUTAGE_MS)],
]

function stopAndStart(msOf: (random: Random) => number): Fault {
  return async (postgres, random) => {
    await postgres.stopAtOnce()
    await pause(msOf(random))
    await postgres.start()
    await isBack(postgres)
  }
}

/** When one of its processes is killed, PostgreSQL drops every connection and runs crash recovery. */
async function killBackend(postgres: PostgresServer, random: Random): Promise<void> {
  const pids = await withClient(postgres, async (client) => {
    const { rows } = await client.query<{ pid: number }>(OTHERS)
    return rows.map(({ pid }) => pid)
  })
  const pid = pids[random.below(pids.length)]
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
  await pause(20)
  await isBack(postgres)
}

async function resetConnections(postgres: PostgresServer): Promise<void> {
  await withClient(postgres, (client) => client.query(`select pg_terminate_backend(pid) from (${OTHERS}) as others`))
}

const OTHERS = `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`

/** Holds the lock longer than the nodes' lock timeout, so that their pools run dry too. */
async function lockTables(postgres: PostgresServer, random: Random): Promise<void> {
  const table = random.pick(['payment_orders', 'complaints', 'memberships', 'donations', 'payments', 'webhook_inbox'])
  await withClient(postgres, async (client) => {
    await client.query('begin')
    await client.query(`lock table ${table} in exclusive mode`)
    await pause(HOLD_MS)
    await client.query('rollback')
  })
}

async function useUpConnections(postgres: PostgresServer): Promise<void> {
  const held: pg.Client[] = []
  const isFull = () =>
    takeConnection(postgres.url)
      .then((client) => void held.push(client))
      .then(
        () => false,
        () => true,
      )
  for (const until = Date.now() + HOLD_MS; Date.now() < until; ) if (await isFull()) await pause(50)
  await Promise.all(held.map((client) => client.end().catch(() => {})))
}

async function isBack(postgres: PostgresServer): Promise<void> {
  await withClient(postgres, (client) => client.query('select 1'))
}
