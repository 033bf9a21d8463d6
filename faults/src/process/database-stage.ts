import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type Chance, chanceOf } from '../random.ts'
import type { StageResult } from '../stage-result.ts'
import { judge } from './judge.ts'
import { openDoors } from './load.ts'
import { takeConnection, withClient } from './postgres-client.ts'
import type { PostgresServer } from './postgres-server.ts'
import type { StageLimits } from './stage-limits.ts'
import { tallyOf } from './tally.ts'
import type { Town } from './town.ts'

type Fault = (postgres: PostgresServer, chance: Chance) => Promise<void>

const QUIET_MS_MAX = 1_200
const OUTAGE_MS = 5_000
const HOLD_MS = 3_000

/** Stage D: the database stopped, its processes killed, its tables and connections held by others, while the nodes work on it. */
export async function breakDatabase(
  town: Town,
  { seed, seconds, runsMax, visitors }: StageLimits,
): Promise<StageResult> {
  const tally = tallyOf('D')
  const chance = chanceOf(seed, 'D', 0)
  const doors = openDoors(town.place, visitors, (visitor) => chanceOf(seed, 'D', visitor + 1))
  const until = Date.now() + seconds * 1_000
  for (let turn = 0; Date.now() < until && turn < runsMax; turn++) {
    await pause(chance.below(QUIET_MS_MAX))
    const [kind, fault] = FAULTS[turn % FAULTS.length] ?? FAULTS[0]
    tally.count(kind)
    await fault(town.postgres, chance)
  }
  await doors.close()
  await judge(town, tally)
  return tally.result()
}

const FAULTS: [[string, Fault], ...[string, Fault][]] = [
  ['immediate stop', stopAndStart(() => 0)],
  ['backend killed', killBackend],
  ['tables locked for 3 s', lockTables],
  ['immediate stop', stopAndStart((chance) => chance.below(800))],
  ['backend killed', killBackend],
  ['connections used up for 3 s', useUpConnections],
  ['connections reset', resetConnections],
  ['immediate stop', stopAndStart(() => 0)],
  ['backend killed', killBackend],
  ['tables locked for 3 s', lockTables],
  ['outage of 5 s', stopAndStart(() => OUTAGE_MS)],
]

function stopAndStart(msOf: (chance: Chance) => number): Fault {
  return async (postgres, chance) => {
    await postgres.stopAtOnce()
    await pause(msOf(chance))
    await postgres.start()
    await isBack(postgres)
  }
}

/** PostgreSQL takes the death of one of its processes for broken memory: it drops every connection and recovers. */
async function killBackend(postgres: PostgresServer, chance: Chance): Promise<void> {
  const pids = await withClient(postgres, async (client) => {
    const { rows } = await client.query<{ pid: number }>(OTHERS)
    return rows.map(({ pid }) => pid)
  })
  const pid = pids[chance.below(pids.length)]
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
  await pause(20)
  await isBack(postgres)
}

async function resetConnections(postgres: PostgresServer): Promise<void> {
  await withClient(postgres, (client) => client.query(`select pg_terminate_backend(pid) from (${OTHERS}) as others`))
}

const OTHERS = `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`

/** Longer than a node waits for a lock, so that its pool runs dry, too. */
async function lockTables(postgres: PostgresServer, chance: Chance): Promise<void> {
  const table = chance.pick(['payment_orders', 'complaints', 'memberships', 'payments', 'webhook_inbox'])
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
