import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

const MIGRATIONS_DIR = path.join(import.meta.dirname, '../../migrations')

/**
 * Brings the database to the newest schema. Nodes that start at the same time wait for one another on a lock in the
 * database; all pending files run in one transaction, so a failing one changes nothing.
 * Returns the names of the migrations that ran.
 */
export async function migrate<T>(db: Kysely<T>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw new Error('The database could not be migrated', { cause: error })
  return results.map((result) => result.migrationName)
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(MIGRATIONS_DIR)).filter((file) => file.endsWith('.sql'))
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(path.join(MIGRATIONS_DIR, file), 'utf8')
    return [path.basename(file, '.sql'), { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}
