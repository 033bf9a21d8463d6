import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, test } from 'vitest'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded-postgres.ts'
import { freePort } from '../../server/test/free-port.ts'
import { type Asked, offerLoad } from '../../server/test/offered-load.ts'
import { serverProcess } from '../../server/test/server-process.ts'
import { reportProfile, seconds, UNREACHABLE_URL } from './fixture.ts'
import { failuresOf, holdings, percentile } from './rows.ts'

const AWAY_SECONDS = 20
const ANSWERED_MS_MAX = 3_000

const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-away-'))
const settings = { port: String(await freePort()) }
let postgres = await startEmbeddedPostgres(folder, settings)
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})
const node = await serverProcess(postgres.url, UNREACHABLE_URL)

/** Kills it immediately, as in a crash. */
async function killDatabase(): Promise<void> {
  const [pid = ''] = (await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGQUIT')
}

const requests: Asked[] = [
  { what: 'scan', path: '/pet-detail/ABCD-EFGH-JKMN' },
  { what: 'plans', path: '/api/memberships/plans/regular' },
  { what: 'health', path: '/healthz' },
  { what: 'ready', path: '/readyz' },
  {
    what: 'sign-in',
    method: 'POST',
    path: '/auth/signin',
    headers: { 'content-type': 'application/json' },
    body: '{"username":"nobody","password":"marigold-7"}',
  },
]
const next = (count: number) => requests[count % requests.length] as Asked

test('the database away for twenty seconds', async () => {
  await offerLoad(node.url, 50, { until: seconds(2), next })
  const after = await holdings(node)
  await killDatabase()
  const outcome = await offerLoad(node.url, 50, { until: seconds(AWAY_SECONDS), next })
  const back = Date.now()
  postgres = await startEmbeddedPostgres(folder, settings)
  const started = Date.now()
  while ((await node.fetch('/readyz')).status !== 200) await seconds(0.05)
  const [startMs, readyMs] = [started - back, Date.now() - started]
  const again = await offerLoad(node.url, 50, { until: seconds(3), next })

  const slowest = percentile(outcome.answers, 1)
  const statuses = (what: string) => [
    ...new Set(outcome.answers.filter((one) => one.what === what).map(({ status }) => status)),
  ]
  const notServed = again.answers.filter(({ status }) => status >= 500)
  const dead = statuses('health').filter((status) => status !== 200)
  await reportProfile({
    profile: `database away ${AWAY_SECONDS} s, 50/s`,
    outcome,
    faults: [...failuresOf(outcome), ...failuresOf(again)],
    ...(await after()),
    goal: '503 ≤ 3 s each, alive; served ≤ 2 s after its return',
    reached: `slowest ${slowest}, /healthz ${statuses('health')}, /readyz ${statuses('ready')}; ready after ${readyMs} ms (PostgreSQL took ${startMs}), then ${notServed.length} refused`,
    isReached: slowest <= ANSWERED_MS_MAX && dead.length === 0 && readyMs <= 2_000 && notServed.length === 0,
  })
})
