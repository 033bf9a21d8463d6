import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { openDb, openPool } from '../src/platform/db/pool.ts'
import { startPgbouncer } from './pgbouncer.ts'

export const TEMPLATE = 'petsetu_template'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServerUrl: string
    /** The same server through PgBouncer; null for a run without it. */
    poolerUrl: string | null
  }
}

/** Starts one real PostgreSQL for a test run, with a migrated template database that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-test-'))
  // Power cuts are not tested on this server, so it need not sync to disk.
  const postgres = await startEmbeddedPostgres(folder, { fsync: 'off', max_connections: '200' })
  await hashPasswordOnce(postgres.url)
  await makeTemplate(postgres.url)
  project.provide('databaseServerUrl', postgres.url)
  const pooler = process.env.THROUGH_PGBOUNCER === 'on' ? await startPgbouncer(postgres.url) : null
  project.provide('poolerUrl', pooler?.url ?? null)
  return async () => {
    await pooler?.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The tests connect thousands of times, and half of a client's time for it would go into hashing the password as often as in the product. */
async function hashPasswordOnce(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  const { username, password } = new URL(serverUrl)
  await client.query('set scram_iterations = 1')
  await client.query(`alter role ${client.escapeIdentifier(username)} password ${client.escapeLiteral(password)}`)
  await client.end()
}

/** Creates the template that every test database is cloned from, with the job library's tables, as the program prepares its database. */
export async function makeTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const pool = openPool(databaseUrl(serverUrl, TEMPLATE), console.error)
  const db = openDb(pool)
  await migrate(db)
  await runMigrations({ pgPool: pool })
  await db.destroy()
}

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
