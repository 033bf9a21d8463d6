import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { aPdf, complaintParts, filePart, sendForm } from '../../../test/attachments.ts'
import { aPlan, PASSWORD } from '../../../test/factories.ts'
import { emptyDatabase } from '../../../test/harness.ts'
import { APPLICANT } from '../../../test/paying-app.ts'
import { sendEvent } from '../../../test/payment-state.ts'
import { startSandbox } from '../../../test/sandbox.ts'
import { serverProcess } from '../../../test/server-process.ts'
import { readConfig } from '../config/config.ts'
import { createLog } from '../log.ts'
import { openDatabase } from './database.ts'

// A database as a careful operator sets it up: one role owns it, another one works in it.
const database = await emptyDatabase()
const name = new URL(database.url).pathname.slice(1)
await database.pool.query(`create role ${name}_owner login password 'own'`)
await database.pool.query(`create role ${name}_app login password 'work'`)
await database.pool.query(`alter database ${name} owner to ${name}_owner`)
const as = (role: string, password: string) => {
  const url = new URL(database.url)
  url.username = `${name}_${role}`
  url.password = password
  return url.href
}
const [ownerUrl, workerUrl] = [as('owner', 'own'), as('app', 'work')]

const DENIED = { code: '42501' }
const log = createLog('fatal')

/** Expects that the role cannot change tables or existing journal entries. */
async function expectLeastRights(query: (statement: string) => Promise<unknown>) {
  for (const statement of [
    'create table more (id int)',
    'create schema more',
    'alter table users add column more int',
    'drop table users',
    'truncate users',
    'drop trigger payment_journal_append_only on payment_journal',
    'alter table payment_journal disable trigger all',
    "update payment_journal set source = 'admin'",
    'delete from payment_journal',
    'truncate payment_journal',
    "update case_events set kind = 'note'",
    'delete from case_events',
    'truncate case_events',
    "update audit set action = 'none'",
    'truncate audit',
    'update kysely_migration set name = name',
    "insert into kysely_migration values ('9999', '')",
    'create role more',
    "set session_replication_role = 'replica'",
    "copy users to program 'cat'",
  ]) {
    await expect(query(statement), statement).rejects.toMatchObject(DENIED)
  }
}

const { provider, sandbox } = await startSandbox('http://127.0.0.1:9/')
await sandbox.injectFault({ webhooks: 'lost' })
const server = await serverProcess(workerUrl, provider.apiUrl, { MIGRATE_DATABASE_URL: ownerUrl })
// After the migration, a node needs only the URL of the worker role.
const later = await serverProcess(workerUrl, provider.apiUrl)
const empty = await emptyDatabase()

// V13.2.2, PAY-6
test('the program works under a role that cannot change tables or the payment journal', async () => {
  const post = (target: string, body: object) =>
    server.fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const account = { username: 'meera', email: 'meera@example.org', password: PASSWORD }
  expect((await post(authCalls.signup.path, account)).status).toBe(201)
  expect((await post(authCalls.signin.path, account)).status).toBe(200)
  expect((await sendForm(server, [...complaintParts(), filePart(aPdf())])).status).toBe(201)
  const { id } = await aPlan(database.db)
  const registered = await post(membershipCalls.register.path, { ...APPLICANT, plan_id: id })
  const { data } = (await registered.json()) as { data: { order_id: string } }
  await sandbox.pay(data.order_id)
  const { webhooks } = await sandbox.ledger(data.order_id)
  const event = webhooks.find((sent) => sent.event === 'payment.captured')
  expect((await sendEvent(server, event?.body ?? '')).status).toBe(200)
  const journal = () => database.pool.query('select source, status_after from payment_journal').then(({ rows }) => rows)
  await expect.poll(journal).toEqual([{ source: 'webhook', status_after: 'captured' }])

  const worker = new pg.Pool({ connectionString: workerUrl, max: 1 })
  onTestFinished(() => worker.end())
  await expectLeastRights((statement) => worker.query(statement))
  expect(await journal()).toHaveLength(1)
  expect((await later.fetch('/readyz')).status).toBe(200)
})

// CLU-3
test('a migration’s tables are open at once to running nodes and their triggers', async () => {
  const [owner, worker] = [ownerUrl, workerUrl].map((connectionString) => new pg.Pool({ connectionString, max: 1 }))
  onTestFinished(async () => void (await Promise.all([owner?.end(), worker?.end()])))
  await owner?.query('create table made_later (id bigint generated always as identity, text text)')
  await worker?.query("insert into made_later (text) values ('a')")
  await worker?.query("update made_later set text = 'b'")
  expect((await worker?.query('delete from made_later returning text'))?.rows).toEqual([{ text: 'b' }])
  await owner?.query('drop table made_later')
})

// V13.2.2, CFG-1
test('the embedded database is used under such a role, too', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-role-'))
  const opened = await openDatabase(readConfig({ DATA_DIR: folder }), log)
  onTestFinished(async () => {
    await opened.close()
    await rm(folder, { recursive: true, force: true })
  })
  expect((await opened.pool.query('select current_user')).rows).toEqual([{ current_user: 'petsetu_app' }])
  await expectLeastRights((statement) => opened.pool.query(statement))
})

/** The one line with which the start on this database stops. */
async function refusal(env: Record<string, string>): Promise<string> {
  const started = openDatabase(readConfig({ DATABASE_URL: database.url, NODE_ENV: 'test', ...env }), log)
  return started.then(
    async (opened) => {
      await opened.close()
      return 'was not refused'
    },
    (error: Error) => `${error.name}: ${error.message}`,
  )
}

// CFG-1
test('a database that denies access stops the start with one line without a password', async () => {
  const wrong = (change: (url: URL) => void) => {
    const url = new URL(database.url)
    change(url)
    return refusal({ DATABASE_URL: url.href })
  }
  const start = 'ConfigError: DATABASE_URL must lead to a PostgreSQL server that lets us in; it says: '
  const lines = [
    await wrong((url) => {
      url.password = 'hush'
    }),
    await wrong((url) => {
      url.pathname = '/nowhere'
    }),
    await wrong((url) => {
      url.port = '9'
    }),
    await wrong((url) => {
      url.hostname = 'database.invalid'
    }),
  ]
  expect(lines).toEqual([
    expect.stringMatching(`${start}password authentication failed`),
    `${start}database "nowhere" does not exist`,
    expect.stringMatching(`${start}.*ECONNREFUSED`),
    expect.stringMatching(`${start}.*ENOTFOUND`),
  ])
  expect(lines.join('')).not.toContain('hush')
  expect(await refusal({ DATABASE_URL: workerUrl, MIGRATE_DATABASE_URL: as('owner', 'hush') })).toMatch(
    /^ConfigError: MIGRATE_DATABASE_URL must lead to .*password authentication failed/,
  )
})

// CFG-1
test('an owner or a standby of another database is rejected with one line', async () => {
  const owner = new URL(ownerUrl)
  owner.pathname = new URL(empty.url).pathname
  expect(await refusal({ DATABASE_URL: workerUrl, MIGRATE_DATABASE_URL: owner.href })).toBe(
    'ConfigError: MIGRATE_DATABASE_URL must lead to the same database as DATABASE_URL.',
  )
  expect(await refusal({ READ_DATABASE_URL: empty.url })).toBe(
    'ConfigError: READ_DATABASE_URL must lead to a standby of the database at DATABASE_URL.',
  )
})

// CFG-1
test('a database that cannot be migrated to this version is rejected with one line', async () => {
  const url = new URL(workerUrl)
  url.pathname = new URL(empty.url).pathname
  expect(await refusal({ DATABASE_URL: url.href })).toBe(
    'ConfigError: MIGRATE_DATABASE_URL must be set: the role of DATABASE_URL may not change tables.',
  )
  expect(await refusal({ DATABASE_URL: empty.url })).toBe('was not refused')
  await empty.pool.query("insert into kysely_migration values ('9999-later', now())")
  expect(await refusal({ DATABASE_URL: empty.url })).toBe(
    'ConfigError: DATABASE_URL must not lead to a database of a newer version: it has 9999-later.',
  )
})

// PAY-6, CFG-1
test('a database that may lose acknowledged data is rejected, except in tests', async () => {
  expect(await refusal({ NODE_ENV: '' })).toBe(
    'ConfigError: DATABASE_URL must lead to a database that keeps what it acknowledged: fsync must be on there (NODE_ENV=test does without).',
  )
  expect(await refusal({ NODE_ENV: 'test' })).toBe('was not refused')
  await database.pool.query(`alter role ${name}_app set synchronous_commit = off`)
  expect(await refusal({ DATABASE_URL: workerUrl, NODE_ENV: '' })).toContain(
    'fsync and synchronous_commit must be on there',
  )
})
