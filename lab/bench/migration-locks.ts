// `npm run bench:migrations`: brings a database of the first release, with a million rows in each of its large tables, to the newest
// version, and prints for how long readers and writers of those tables had to wait.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded-postgres.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { openDb, openOwnerPool } from '../../server/src/platform/db/pool.ts'
import { prepareDatabase } from '../../server/src/platform/db/prepare-database.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { fill } from './data/fill.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const ROWS = Number(process.argv[2] ?? 1_000_000)
const FIRST_RELEASE = '0015-versions-of-pets-and-plans'
const TABLES = ['users', 'pets', 'tags', 'complaints', 'memberships']
const PROBE_EVERY_MS = 20

const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-migrations-'))
const postgres = await startEmbeddedPostgres(folder)
try {
  console.log(`Filling ${TABLES.join(', ')} with ${ROWS} rows each …`)
  const sizes = { users: ROWS, pets: ROWS, complaints: ROWS, memberships: ROWS, donations: 0, payments: 0 }
  await fill(postgres.url, sizes, FIRST_RELEASE)
  const waits = startProbes()
  for (const name of await newerMigrations()) await measure(name, waits)
  await waits.stop()
  await prepareDatabase(postgres.url, null, createLog('fatal'))
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function newerMigrations(): Promise<string[]> {
  const files = await readdir(path.join(ROOT, 'server/migrations'))
  return files
    .map((file) => path.basename(file, '.sql'))
    .filter((name) => name > FIRST_RELEASE)
    .sort()
}

async function measure(name: string, waits: Probes): Promise<void> {
  const pool = openOwnerPool(postgres.url)
  const startedAt = Date.now()
  await migrate(openDb(pool), name)
  const seconds = (Date.now() - startedAt) / 1_000
  await pool.end()
  const longest = waits.take().filter(({ ms }) => ms >= 100)
  const told = longest.map(({ what, ms }) => `${what} ${(ms / 1_000).toFixed(1)} s`).join(', ')
  console.log(`${name.padEnd(44)} ${seconds.toFixed(1).padStart(6)} s  ${told || '-'}`)
}

type Wait = { what: string; ms: number }
type Probes = { take: () => Wait[]; stop: () => Promise<void> }

/** Reads each table, and takes the lock of a writer, again and again, each on a connection of its own. */
function startProbes(): Probes {
  const probes = TABLES.flatMap((table) => [
    { what: `reading ${table}`, statement: `select from ${table} limit 1` },
    { what: `writing ${table}`, statement: `begin; lock table ${table} in row exclusive mode; commit` },
  ]).map((probe) => ({ ...probe, askedAt: null as number | null, longest: 0 }))
  let isOver = false
  const running = probes.map(async (probe) => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    while (!isOver) {
      probe.askedAt = Date.now()
      await client.query(probe.statement)
      probe.longest = Math.max(probe.longest, Date.now() - probe.askedAt)
      probe.askedAt = null
      await setTimeout(PROBE_EVERY_MS)
    }
    await client.end()
  })
  return {
    take() {
      const now = Date.now()
      const waits = probes.map(({ what, longest, askedAt }) => ({
        what,
        ms: Math.max(longest, now - (askedAt ?? now)),
      }))
      for (const probe of probes) probe.longest = 0
      return waits
    },
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}
