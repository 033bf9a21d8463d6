import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseUrl } from '../../../test/database-server.ts'
import { aPlan } from '../../../test/factories.ts'
import { emptyDatabase } from '../../../test/harness.ts'
import { createLog } from '../log.ts'
import { migrate, withMigrationLock } from './migrate.ts'
import { openDb, openPool } from './pool.ts'
import { prepareDatabase } from './prepare-database.ts'

const ROOT = path.join(import.meta.dirname, '../../../..')
const FILES = (await readdir(path.join(ROOT, 'server/migrations'))).filter((file) => file.endsWith('.sql'))

/** An empty database, and this many nodes connected to it. */
async function nodesOn(name: string, nodes: number) {
  const serverUrl = inject('databaseServerUrl')
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  await server.query(`create database ${name}`)
  const dbs = Array.from({ length: nodes }, () => openDb(openPool(databaseUrl(serverUrl, name), () => {})))
  onTestFinished(async () => {
    await Promise.all(dbs.map((db) => db.destroy()))
    await server.query(`drop database ${name} with (force)`)
    await server.end()
  })
  return dbs
}

// CFG-1
test('the first start runs every migration in order, and the second runs none', async () => {
  const [db] = await nodesOn('migrate_twice', 1)
  if (!db) throw new Error('no database')
  expect(await migrate(db)).toEqual(FILES.map((file) => path.basename(file, '.sql')).sort())
  expect(await migrate(db)).toEqual([])
  expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
})

// CFG-1
test('if several nodes start at once, each migration runs once', async () => {
  const dbs = await nodesOn('migrate_at_once', 4)
  const ran = await Promise.all(dbs.map((db) => migrate(db)))
  expect(ran.flat().sort()).toEqual(FILES.map((file) => path.basename(file, '.sql')).sort())
})

// CFG-1
test('several nodes that start at once prepare the whole database, tables of jobs too', async () => {
  for (let round = 0; round < 3; round++) {
    const { url } = await emptyDatabase()
    const prepared = Array.from({ length: 3 }, () => prepareDatabase(url, null, createLog('fatal')))
    expect(await Promise.allSettled(prepared)).toEqual(prepared.map(() => ({ status: 'fulfilled', value: undefined })))
  }
})

// CFG-1
test('a start that waits until another node has migrated says so in the log', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const [db] = await nodesOn('migrate_waits', 1)
  if (!db) throw new Error('no database')
  const [held, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const migrating = withMigrationLock(db, () => {
    held.resolve()
    return ended.promise
  })
  await held.promise
  const waiting = prepareDatabase(databaseUrl(inject('databaseServerUrl'), 'migrate_waits'), null, log)
  await expect.poll(() => lines.join('')).toContain('another program migrates this database')
  ended.resolve()
  await Promise.all([migrating, waiting])
  expect(lines.join('')).toContain('database migrated')
})

// CFG-1
test('a migration that waits for a long reader lets others read its table meanwhile', async () => {
  const [owner, reader, other] = await nodesOn('migrate_beside_reader', 3)
  if (!owner || !reader || !other) throw new Error('no database')
  await migrate(owner, '0072-other-words-of-complaints')
  const reading = await reader.startTransaction().execute()
  await reading.selectFrom('tags').select('pet_id').execute()
  const reasons: string[] = []
  const migrating = migrate(owner, undefined, (why) => void reasons.push(why))
  const isWaiting = async () =>
    (await sql`select from pg_locks where not granted and relation = 'tags'::regclass`.execute(other)).rows.length
  await expect.poll(isWaiting).toBe(1)
  // It queues behind the migration, which gives up soon.
  expect(await other.selectFrom('tags').select('pet_id').execute()).toEqual([])
  await expect.poll(() => reasons.join('')).toContain('waits for a long transaction')
  await reading.commit().execute()
  expect((await migrating).length).toBeGreaterThan(1)
})

// CLU-3
test('the first release writes receipts of test money between any two migrations', async () => {
  const [owner] = await nodesOn('migrate_receipts', 1)
  if (!owner) throw new Error('no database')
  const names = FILES.map((file) => path.basename(file, '.sql')).sort()
  const [before = '', ...later] = names.slice(names.indexOf('0080-indexes-of-repeated-purchases'))
  await migrate(owner, before)
  for (const [index, name] of [before, ...later].entries()) {
    await migrate(owner, name)
    await sql`
      with ordered as (
        insert into payment_orders (purpose, subject_id, amount_paise, receipt, provider_order_id, status)
        values ('complaint', ${index}, 10000, ${name.slice(0, 40)}, ${`order_${index}`}, 'paid') returning id),
      paid as (
        insert into payments (provider_payment_id, key_id, order_id, purpose, subject_id, amount_paise, currency, status, disposition,
          captured_at)
        select ${`pay_${index}`}, 'rzp_test_first', id, 'complaint', ${index}, 10000, 'INR', 'captured', 'applied', now() from ordered
        returning id)
      select from paid`.execute(owner)
    await sql`
      insert into receipts (payment_id, number, token, paid_by, paid_for)
      select id, (select coalesce(max(number), 0) + 1 from receipts), ${`token${index}`.padEnd(22, '-')}, 'Kavita Rao', 'A fee'
      from payments where provider_payment_id = ${`pay_${index}`}`.execute(owner)
  }
  const receipts = await owner.selectFrom('receipts').select(['is_test', 'number']).orderBy('payment_id').execute()
  const inOneSeries = receipts.filter(({ is_test }) => !is_test).map(({ number }) => number)
  const inItsOwn = receipts.filter(({ is_test }) => is_test).map(({ number }) => number)
  expect(inOneSeries).toEqual(inOneSeries.map((_, index) => index + 1))
  expect(inItsOwn).toEqual(inItsOwn.map((_, index) => index + 1))
  expect(inItsOwn.length).toBeGreaterThan(1)
})

// RPT-2, RPT-7
test('registrations that were given up before are no longer counted as cancelled', async () => {
  const [owner] = await nodesOn('migrate_given_up', 1)
  if (!owner) throw new Error('no database')
  await migrate(owner, '0144-memberships-given-up')
  const plan = await aPlan(owner)
  await sql`
    insert into memberships (plan_id, username, name, email, phone, address, why_join, plan_name, category, duration_months,
      price_paise, features, status, details_key)
    select ${plan.id}, 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'regular', 12, 0, 'a', status, key
    from (values ('cancelled', 'expired 1'), ('cancelled', 'expired 2'), ('cancelled', 'a hash'), ('pending', 'another')) made (status, key)`.execute(
    owner,
  )
  await migrate(owner)
  const { rows } = await sql`
    select kind, sum(rows)::integer as rows from kept_counts where what = 'memberships' group by kind order by kind`.execute(
    owner,
  )
  expect(rows).toEqual([
    { kind: 'regular/cancelled', rows: 1 },
    { kind: 'regular/given-up', rows: 2 },
    { kind: 'regular/pending', rows: 1 },
  ])
})
