import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { ConfigError } from '../config/config-error.ts'

const MIGRATIONS_DIR = path.join(import.meta.dirname, '../../migrations')

/**
 * Migrates the database to the newest schema and returns the names of the migrations that ran. Nodes that start at the same
 * time wait for each other on an advisory lock. All pending migrations run in one transaction, so a failing one changes
 * nothing. With `last` it stops after that migration.
 */
export async function migrate<T>(db: Kysely<T>, last?: string): Promise<string[]> {
  if (last && !(last in (await readMigrations()))) {
    throw new ConfigError(`This program must be newer: it does not know the migration ${last}.`)
  }
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  const { error, results = [] } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
  if (error) throw await explained(db, error)
  return results.map((result) => result.migrationName)
}

const INSUFFICIENT_PRIVILEGE = '42501'

async function explained<T>(db: Kysely<T>, cause: unknown): Promise<Error> {
  if ((cause as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE) {
    return new ConfigError('MIGRATE_DATABASE_URL must be set: the role of DATABASE_URL may not change tables.', {
      cause,
    })
  }
  const known = Object.keys(await readMigrations())
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const newer = rows.map(({ name }) => name).filter((name) => !known.includes(name))
  if (newer.length === 0) return new Error('The database could not be migrated', { cause })
  return new ConfigError(`DATABASE_URL must not lead to a database of a newer version: it has ${newer.join(', ')}.`)
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(MIGRATIONS_DIR)).filter((file) => file.endsWith('.sql'))
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(path.join(MIGRATIONS_DIR, file), 'utf8')
    return [path.basename(file, '.sql'), { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}
