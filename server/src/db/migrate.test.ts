import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseUrl } from '../../test/database-server.ts'
import { emptyDatabase, testDatabase } from '../../test/harness.ts'
import { createLog } from '../log.ts'
import { migrate } from './migrate.ts'
import { openDb, openPool } from './pool.ts'
import { prepareDatabase } from './prepare-database.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
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

test('CFG-1 the first start runs every migration in order, and the second runs none', async () => {
  const [db] = await nodesOn('migrate_twice', 1)
  if (!db) throw new Error('no database')
  expect(await migrate(db)).toEqual(FILES.map((file) => path.basename(file, '.sql')).sort())
  expect(await migrate(db)).toEqual([])
  expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
})

test('CFG-1 if several nodes start at once, each migration runs once', async () => {
  const dbs = await nodesOn('migrate_at_once', 4)
  const ran = await Promise.all(dbs.map((db) => migrate(db)))
  expect(ran.flat().sort()).toEqual(FILES.map((file) => path.basename(file, '.sql')).sort())
})

test('CFG-1 several nodes that start at once prepare the whole database, the tables of the jobs included', async () => {
  for (let round = 0; round < 3; round++) {
    const { url } = await emptyDatabase()
    const prepared = Array.from({ length: 3 }, () => prepareDatabase(url, null, createLog('fatal')))
    expect(await Promise.allSettled(prepared)).toEqual(prepared.map(() => ({ status: 'fulfilled', value: undefined })))
  }
})

test('CFG-1 the generated types match the tables that the migrations create', async () => {
  const database = await testDatabase()
  onTestFinished(database.drop)
  const program = path.join(ROOT, 'node_modules/kysely-codegen/dist/cli/bin.js')
  const options = ['--verify', '--dialect', 'postgres', '--url', database.url, '--out-file', 'server/src/db/types.ts']
  options.push('--type-mapping', '{"int8":"number","date":"string"}', '--exclude-pattern', 'kysely_*')
  await promisify(execFile)(process.execPath, [program, ...options], { cwd: ROOT })
})
