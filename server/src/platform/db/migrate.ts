import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { ConfigError } from '../errors.ts'

const MIGRATIONS_DIR = path.join(import.meta.dirname, '../../../migrations')

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
// PostgreSQL looks for deadlocks after a second and ends whoever has waited that long: a change that gives up sooner is never the reason
// why a request fails.
const LOCK_MS_MAX = 200
const LOCK_PAUSE_MS = 300
// A back-up may take a quarter of an hour.
const LOCK_TRIES_MAX = 2_000

// A file that begins so is run statement by statement: indexes are built without keeping writers waiting.
const OUTSIDE = '-- Outside a transaction.'

/** Hears why a start goes on for long. */
type OnWait = (why: string) => void

/**
 * Migrates the database to the newest schema and returns the names of the migrations that ran. Nodes that start at the same
 * time wait for each other. Each migration has a transaction of its own, so that its locks end with it; a start after a failed
 * one continues there. With `last` it stops after that migration.
 */
export async function migrate<T>(db: Kysely<T>, last?: string, onWait: OnWait = () => {}): Promise<string[]> {
  const texts = await readMigrations()
  if (last && !(last in texts)) {
    throw new ConfigError(`This program must be newer: it does not know the migration ${last}.`)
  }
  const work = async (locked: Kysely<T>) => {
    try {
      return await runPending(locked, texts, last, onWait)
    } catch (error) {
      throw await explained(locked, Object.keys(texts), error)
    }
  }
  return withMigrationLock(db, work, onWait)
}

/** Rejects a database of an earlier version; an empty one is none. The program that still runs on it may not know the new tables. */
export async function rejectEarlier<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(
    db,
  )
  if (!rows[0]?.there) return
  const known = await migratorOf(db, await readMigrations(), () => '').getMigrations()
  const ran = known.filter(({ executedAt }) => executedAt)
  if (ran.length > 0 && ran.length < known.length)
    throw new ConfigError('The database is of an earlier version. Start the program of this version first: npm start.')
}

type Texts = Record<string, string>

async function runPending<T>(db: Kysely<T>, texts: Texts, last: string | undefined, onWait: OnWait): Promise<string[]> {
  const migrator = migratorOf(db, texts, (text) => (text.startsWith(OUTSIDE) ? '' : text))
  const known = await migrator.getMigrations()
  // In an empty database nobody waits, and one transaction is faster.
  if (known.every(({ executedAt }) => !executedAt))
    return finish(
      migratorOf(db, texts, (text) => text.replaceAll(' concurrently', '')),
      last,
    )

  const ran: string[] = []
  for (const { name, executedAt } of known.filter((migration) => !last || migration.name <= last)) {
    if (executedAt) continue
    if (texts[name]?.startsWith(OUTSIDE)) await runOutside(db, texts[name])
    const onBusy = () => onWait(`the migration ${name} waits for a long transaction, such as that of a back-up`)
    ran.push(...(await withoutQueue(db, () => finish(migrator, name), onBusy)))
  }
  // Rejects a database of a newer version.
  return [...ran, ...(await finish(migrator, last))]
}

/** Gives each lock a fifth of a second and tries again: everybody else waits behind a change that waits. */
async function withoutQueue<T, R>(db: Kysely<T>, change: () => Promise<R>, onBusy: () => void): Promise<R> {
  await sql.raw(`set lock_timeout = ${LOCK_MS_MAX}`).execute(db)
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await change()
      } catch (error) {
        const { code } = error as { code?: unknown }
        if ((code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) || tries === LOCK_TRIES_MAX) throw error
        if (tries === 1) onBusy()
        await setTimeout(LOCK_PAUSE_MS)
      }
    }
  } finally {
    await sql.raw('set lock_timeout = 0').execute(db)
  }
}

function migratorOf<T>(db: Kysely<T>, texts: Texts, statementsOf: (text: string) => string): Migrator {
  const migrations = Object.entries(texts).map(([name, text]): [string, Migration] => [
    name,
    { up: async (transaction) => void (await sql.raw(statementsOf(text)).execute(transaction)) },
  ])
  return new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(migrations) } })
}

async function finish(migrator: Migrator, last?: string): Promise<string[]> {
  const { error, results = [] } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
  if (error) throw error
  return results.map((result) => result.migrationName)
}

/** Builds anew the parts that a killed start has left behind. */
async function runOutside<T>(db: Kysely<T>, text: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index where not indisvalid`.execute(db)
  for (const { name } of rows.filter((row) => text.includes(` ${row.name} on `)))
    await sql.raw(`drop index concurrently ${name}`).execute(db)
  for (const statement of text.split(/;\s*$/m).filter((part) => part.trim())) await sql.raw(statement).execute(db)
}

const INSUFFICIENT_PRIVILEGE = '42501'

async function explained<T>(db: Kysely<T>, known: string[], cause: unknown): Promise<Error> {
  if ((cause as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE) {
    return new ConfigError('MIGRATE_DATABASE_URL must be set: the role of DATABASE_URL may not change tables.', {
      cause,
    })
  }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const newer = rows.map(({ name }) => name).filter((name) => !known.includes(name))
  if (newer.length === 0) return new Error('The database could not be migrated', { cause })
  return new ConfigError(`DATABASE_URL must not lead to a database of a newer version: it has ${newer.join(', ')}.`)
}

async function readMigrations(): Promise<Texts> {
  const files = (await readdir(MIGRATIONS_DIR)).filter((file) => file.endsWith('.sql'))
  const entries = files.map(async (file): Promise<[string, string]> => {
    const text = await readFile(path.join(MIGRATIONS_DIR, file), 'utf8')
    return [path.basename(file, '.sql'), text]
  })
  return Object.fromEntries(await Promise.all(entries))
}

const TRY_AGAIN_MS = 100

/**
 * Runs `work` on one connection, while no other node changes the database. Other nodes poll for the lock: one that waited in a
 * statement would keep an index from being built. `work` may call this again with its connection.
 */
export function withMigrationLock<T, R>(
  db: Kysely<T>,
  work: (locked: Kysely<T>) => Promise<R>,
  onWait: OnWait = () => {},
): Promise<R> {
  return db.connection().execute(async (locked) => {
    for (let tries = 1; !(await tryLock(locked)); tries++) {
      if (tries === 1) onWait('another program migrates this database: waiting until it has ended')
      await setTimeout(TRY_AGAIN_MS)
    }
    try {
      return await work(locked)
    } finally {
      await sql`select pg_advisory_unlock(hashtext('petsetu migrations'))`.execute(locked)
    }
  })
}

async function tryLock<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_lock(hashtext('petsetu migrations')) as "isLocked"`.execute(db)
  return rows[0]?.isLocked === true
}
