import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { foundationCalls } from '@petsetu/contract/office/foundation.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { tagCalls } from '@petsetu/contract/pets/tags.ts'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { PASSWORD, PET_FORM } from '../../../test/factories.ts'
import { FOUNDATION } from '../../../test/foundation.ts'
import { emptyDatabase } from '../../../test/harness.ts'
import { aComplaint, initiate } from '../../../test/paying-app.ts'
import { sendEvent } from '../../../test/payment-state.ts'
import { pooledEnv, startPgbouncer, throughPooler } from '../../../test/pgbouncer.ts'
import { startSandbox } from '../../../test/sandbox.ts'
import { type ServerProcess, serverProcess } from '../../../test/server-process.ts'
import { QUEUES } from '../jobs/enqueue.ts'
import { openPool } from './pool.ts'

// Two nodes on one empty database behind a PgBouncer that has fewer connections than one node opens.
const POOL_SIZE = 4
const serverUrl = inject('databaseServerUrl')
const pgbouncer = await startPgbouncer(serverUrl, { poolSize: POOL_SIZE })
afterAll(pgbouncer.stop)
const database = await emptyDatabase()
const { provider, sandbox, smtpUrl } = await startSandbox('http://127.0.0.1:9/')
await sandbox.injectFault({ webhooks: 'lost' })
const ADMIN = { ADMIN_USERNAME: 'sunita', ADMIN_EMAIL: 'sunita@example.org', ADMIN_PASSWORD: 'a long password' }
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')
const pooled = { ...pooledEnv(pgbouncer.url, database.url), SMTP_URL: smtpUrl, SECRET_KEY }
const start = () => serverProcess(database.url, provider.apiUrl, { ...ADMIN, RATE_LIMITS: 'on', ...pooled })
const nodes = await Promise.all([start(), start()])
const [first, second] = nodes

const signIn = async (node: ServerProcess, username: string, password: string) => {
  const { body } = await node.call(authCalls.signin, { body: { username, password } })
  return { token: body.accessToken }
}
const admin = await signIn(first, ADMIN.ADMIN_USERNAME, ADMIN.ADMIN_PASSWORD)

// CLU-2
test('sign-up, tags, pets and scans by many at once', async () => {
  const body = { username: 'meera', email: 'meera@example.org', password: PASSWORD }
  expect((await first.call(authCalls.signup, { body })).status).toBe(201)
  const owner = await signIn(second, 'meera', PASSWORD)
  const { body: tags } = await first.call(tagCalls.generate, { query: { numberOfIds: '20' } }, admin)
  const made = await Promise.all(
    tags.map((petId, index) =>
      nodes[index % 2]?.call(petCalls.create, { body: { ...PET_FORM, petId, petName: `Moti ${index}` } }, owner),
    ),
  )
  expect(made.map((reply) => reply?.status)).toEqual(tags.map(() => 201))
  const pages = await Promise.all(
    tags.flatMap((petId) =>
      nodes.map(async (node) => {
        const page = await node.fetch(`/pet-detail/${petId}`, { headers: { accept: 'text/html' } })
        return page.status === 200 && (await page.text()).includes(`Moti ${tags.indexOf(petId)}`)
      }),
    ),
  )
  expect(pages.filter((isRight) => !isRight)).toEqual([])
})

// CLU-2
test('a complaint is paid, and the job of the webhook runs', async () => {
  const complaintId = await aComplaint(first)
  const { order_id } = (await initiate(second, complaintId)).body.data
  await sandbox.pay(order_id ?? '')
  const { webhooks } = await sandbox.ledger(order_id ?? '')
  const event = webhooks.find(({ event }) => event === 'payment.captured')
  const replies = await Promise.all(
    nodes.map((node) => sendEvent(node, event?.body ?? '', { eventId: event?.event_id ?? '' })),
  )
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const stateOf = async () => {
    const reply = await second.call(complaintCalls.read, { params: { id: String(complaintId) } }, admin)
    return reply.body.data.payment_status
  }
  await expect.poll(stateOf).toBe('paid')
})

// CLU-2
test('settings that an admin saves at one node show at the other', async () => {
  const home = async () => (await second.fetch('/', { headers: { accept: 'text/html' } })).text()
  expect(await home()).not.toContain('+91 20 5550 0007')
  const body = { ...FOUNDATION, helplinePhone: '+91 20 5550 0007' }
  expect((await first.call(foundationCalls.update, { body }, admin)).status).toBe(200)
  await expect.poll(home).toContain('+91 20 5550 0007')
})

// CLU-2
test('a back-up is made while the program runs', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-backup-'))
  const child = spawn(process.execPath, ['scripts/backup.ts', '--to', path.join(folder, 'made')], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: first.dataDir, ...pooled },
  })
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  expect({ code: child.exitCode, error, out }).toMatchObject({ code: 0, error: '', out: /^Backed up to .*: \d+ rows/ })
  await rm(folder, { recursive: true })
})

// CLU-2
test('only what needs a session goes past PgBouncer, with the same time-outs', async () => {
  const state = new pg.Client({ connectionString: throughPooler(pgbouncer.url, new URL('/pgbouncer', serverUrl).href) })
  await state.connect()
  const { rows } = await state.query<{ database: string; pool_mode: string; sv_idle: string; sv_active: string }>(
    'show pools',
  )
  await state.end()
  const name = new URL(database.url).pathname.slice(1)
  const used = rows.find((row) => row.database === name)
  expect(used?.pool_mode).toBe('transaction')
  expect(Number(used?.sv_idle) + Number(used?.sv_active)).toBeLessThanOrEqual(POOL_SIZE)

  const sessions = await database.pool.query<{ query: string }>(
    "select query from pg_stat_activity where datname = $1 and query ilike 'listen %'",
    [name],
  )
  const heard = sessions.rows.map(({ query }) => /^listen "?([\w:]+)/i.exec(query)?.[1]).toSorted()
  // Two nodes, each with a runner for each queue of jobs.
  const jobs = Array.from({ length: 2 * QUEUES.length }, () => 'jobs:insert')
  expect(heard).toEqual(['foundation_settings', 'foundation_settings', ...jobs])

  const pool = openPool(throughPooler(pgbouncer.url, database.url), () => {}, {
    hasPooler: true,
    preparesStatements: false,
  })
  const { rows: kept } = await pool.query(
    "select current_setting('statement_timeout') as a, current_setting('jit') as b",
  )
  await pool.end()
  expect(kept).toEqual([{ a: '15s', b: 'off' }])
})

// CLU-2
test('a way past PgBouncer to another database is refused, and so is having none', async () => {
  const other = await emptyDatabase()
  const refused = (env: Record<string, string>) => serverProcess(database.url, provider.apiUrl, env)
  await expect(refused({ ...pooled, DIRECT_DATABASE_URL: other.url })).rejects.toThrow(
    'DIRECT_DATABASE_URL must lead to the same database, and role, as DATABASE_URL.',
  )
  await expect(refused({ ...pooled, DIRECT_DATABASE_URL: '' })).rejects.toThrow(
    'DATABASE_URL must lead to a PostgreSQL server that lets us in; it says: unsupported startup parameter',
  )
})

// CLU-2
test('nothing of this went wrong in the log of either node', async () => {
  expect((await first.call(userCalls.listAll, { query: {} }, admin)).body).toHaveLength(2)
  const warnings = nodes.flatMap((node) => node.written().match(/^.*"level":[4-6]0.*$/gm) ?? [])
  expect(warnings).toEqual([])
})
