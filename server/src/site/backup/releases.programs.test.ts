import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { emptyDatabase } from '../../../test/harness.ts'
import { serverProcess } from '../../../test/server-process.ts'
import { openOwnerPool } from '../../platform/db/pool.ts'
import { prepareDatabase } from '../../platform/db/prepare-database.ts'
import { diskDriver } from '../../platform/files/driver.ts'
import { createLog } from '../../platform/log.ts'
import { tableFile } from './back-up.ts'
import { checkedManifest } from './manifest.ts'
import { restore } from './restore.ts'
import { listTables } from './table-rows.ts'

// Back-ups of the sample data (`npm start -- --demo`) that each released version wrote itself, and the SHA-256 of its migrations.
const RELEASES = path.join(import.meta.dirname, '../../../test/releases')
const MIGRATIONS = path.join(import.meta.dirname, '../../../migrations')

type Row = Record<string, unknown>

// A restore ends sessions and hides no other row. The counters count what newer migrations add, too.
const ENDED = ['sessions', 'kept_counts']
// Looked at again by the reconciler after a restore, and by jobs.
const PASSING = ['next_check_at', 'asking_until', 'processed_at', 'attempts']

const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-releases-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each(await readdir(RELEASES))('release of %s', async (name) => {
  const backup = path.join(RELEASES, name)
  const manifest = await checkedManifest(backup)
  const database = await emptyDatabase()
  const owner = openOwnerPool(database.url)
  afterAll(() => owner.end())
  const DATA_DIR = path.join(folder, name)
  const attachments = path.join(DATA_DIR, 'attachments')
  await restore(owner, diskDriver(attachments), {
    folder: backup,
    manifest,
    incoming: path.join(attachments, 'incoming'),
  })
  const rowsOf = async (table: string): Promise<Row[]> => {
    const text = await readFile(path.join(backup, tableFile(table)), 'utf8')
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Row)
  }

  // CLU-3
  test('no migration that it has run was edited since', async () => {
    const sums = (await readFile(path.join(backup, 'migrations.sha256'), 'utf8')).trim().split('\n')
    expect(sums).toHaveLength(manifest.migrations.length)
    for (const [sum, file = ''] of sums.map((line) => line.split('  '))) {
      const text = await readFile(path.join(MIGRATIONS, file))
      expect.soft(createHash('sha256').update(text).digest('hex'), file).toBe(sum)
    }
  })

  // CLU-3
  test('every value of it is there after the migrations of today', async () => {
    const filled = manifest.tables.filter(({ name: table, rows }) => rows > 0 && !ENDED.includes(table))
    expect(filled.length).toBeGreaterThan(10)
    for (const { name: table } of filled) {
      const { rows: now } = await database.pool.query<{ row: Row }>(
        `select row_to_json(t) as row from ${pg.escapeIdentifier(table)} t`,
      )
      for (const before of await rowsOf(table)) {
        const kept = Object.fromEntries(Object.entries(before).filter(([column]) => !PASSING.includes(column)))
        const same = now.find(({ row }) =>
          Object.entries(kept).every(([column, value]) => JSON.stringify(row[column]) === JSON.stringify(value)),
        )
        expect.soft(same, `${table}: ${JSON.stringify(kept)}`).toBeDefined()
      }
    }
  })

  // CLU-3
  test('no migration after it builds or removes a table’s index where others would wait', async () => {
    const files = (await readdir(MIGRATIONS)).filter(
      (file) => path.basename(file, '.sql') > (manifest.migrations.at(-1) ?? ''),
    )
    const tables = manifest.tables.map(({ name: table }) => table).join('|')
    const texts = await Promise.all(files.map((file) => readFile(path.join(MIGRATIONS, file), 'utf8')))
    const waits = new RegExp(
      `create (unique )?index (?!concurrently)[^;]* on (${tables}) |drop index (?!concurrently)|alter (column )?\\w+ (type|set not null)`,
    )
    expect(texts.flatMap((text) => text.split(';')).filter((statement) => waits.test(statement))).toEqual([])
    const outside = texts.filter((text) => text.startsWith('-- Outside a transaction.'))
    expect(outside.length).toBeGreaterThan(0)
    // After a start that was killed, they are run again.
    for (const statement of outside.flatMap((text) => text.split(/;\s*$/m)))
      expect(statement.replaceAll(/^--.*$/gm, '').trim()).toMatch(
        /^$|^call |^(create( unique)?|drop) index concurrently if (not )?exists /,
      )
  })

  // CLU-3
  test('rows are still taken as its program writes them beside the program of today', async () => {
    const beside = await emptyDatabase()
    const newest = openOwnerPool(beside.url)
    afterAll(() => newest.end())
    await prepareDatabase(beside.url, null, createLog('fatal'))
    const client = await newest.connect()
    const written: string[] = []
    for (const table of await listTables(client)) {
      const rows = manifest.tables.some(({ name: former }) => former === table) ? await rowsOf(table) : []
      const columns = Object.keys(rows[0] ?? {}).map((column) => pg.escapeIdentifier(column))
      // Triggers of the database write the counters.
      if (rows.length === 0 || ENDED.includes(table)) continue
      await client.query(
        `insert into ${pg.escapeIdentifier(table)} (${columns}) overriding system value
         select ${columns} from json_populate_recordset(null::${pg.escapeIdentifier(table)}, $1::json)`,
        [JSON.stringify(rows)],
      )
      written.push(table)
    }
    client.release()
    expect(written).toEqual(expect.arrayContaining(['users', 'pets', 'complaints', 'memberships', 'payments', 'tags']))
  })

  // CLU-3
  test('the program of today serves its people, tags, complaints and files', async () => {
    const { rows } = await database.pool.query("update users set role = 'admin' where username = 'arjun' returning id")
    expect(rows).toHaveLength(1)
    const node = await serverProcess(database.url, 'http://127.0.0.1:9', { DATA_DIR })
    const signIn = async (username: string) => {
      const { body } = await node.call(authCalls.signin, { body: { username, password: 'demo-password' } })
      return { token: body.accessToken }
    }
    const meera = await signIn('meera')
    const former = await rowsOf('pets')
    const own = former.filter(({ user_id }) => user_id === 2)
    const pets = await node.call(petCalls.listOwn, { query: {} }, meera)
    expect(pets.body.map(({ petId }) => petId).toSorted()).toEqual(own.map(({ pet_id }) => pet_id).toSorted())
    for (const { pet_id, pet_name } of own) {
      const page = await node.fetch(`/pet-detail/${pet_id}`, { headers: { accept: 'text/html' } })
      expect(await page.text()).toContain(pet_name)
    }
    const history = await node.call(membershipCalls.history, {}, meera)
    expect(history.body.data.length).toBeGreaterThan(0)

    const arjun = await signIn('arjun')
    const list = await node.call(complaintCalls.listAll, { query: {} }, arjun)
    expect(list.body.pagination.total).toBe(manifest.tables.find((one) => one.name === 'complaints')?.rows)
    const withFile = (await rowsOf('complaints')).filter(({ file_path }) => file_path !== null)
    expect(withFile.length).toBeGreaterThan(0)
    for (const { id } of withFile) {
      const { body } = await node.call(complaintCalls.read, { params: { id: String(id) } }, arjun)
      expect((await node.fetch(body.data.file_url ?? '')).status).toBe(200)
    }
  })
})
