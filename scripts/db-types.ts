// `npm run db:types`: writes server/src/platform/db/types.ts from a database of its own that has all migrations.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded-postgres.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { openDb, openPool } from '../server/src/platform/db/pool.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-types-'))
const postgres = await startEmbeddedPostgres(folder, { fsync: 'off' })
try {
  const db = openDb(openPool(postgres.url, console.error))
  await migrate(db)
  await db.destroy()
  const options = ['--dialect', 'postgres', '--url', postgres.url, '--out-file', 'server/src/platform/db/types.ts']
  const mapping = [
    '--type-mapping',
    JSON.stringify({ int8: 'number', date: 'string' }),
    '--exclude-pattern',
    'kysely_*',
  ]
  execFileSync('node_modules/.bin/kysely-codegen', [...options, ...mapping], { stdio: 'inherit' })
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
