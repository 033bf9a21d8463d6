// `npm run db:types`: writes server/src/platform/db/types.ts from a database of its own that has all migrations.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded-postgres.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { openDb, openPool } from '../server/src/platform/db/pool.ts'
import { generateTypes } from './column-types.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-types-'))
const postgres = await startEmbeddedPostgres(folder, { fsync: 'off' })
try {
  const db = openDb(openPool(postgres.url, console.error))
  await migrate(db)
  await db.destroy()
  await writeFile('server/src/platform/db/types.ts', await generateTypes(postgres.url))
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
