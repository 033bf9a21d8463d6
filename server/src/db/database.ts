import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type Config, ConfigError } from '../config.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { meetDatabase, refuseForgetful } from './meet-database.ts'
import { type Db, openDb, openPool, type Pool } from './pool.ts'
import { postgresGone } from './postgres-gone.ts'
import { makeWorkerRole, prepareDatabase, WORKER_ROLE } from './prepare-database.ts'

export type Database = {
  pool: Pool
  db: Db
  /** True once the embedded database has ended by itself; false where it was closed before. Of another it is never told. */
  gone: Promise<boolean>
  close: () => Promise<void>
}

// A program that is just stopping still holds its folder for a moment.
const LOCK_PATIENCE_MS = 4_000

/**
 * The database of the configuration, embedded or given, migrated and ready.
 *
 * `alone` refuses an embedded database that another process of the program holds; `alongside`, for commands, uses it with
 * the program where that runs, and starts and stops it otherwise.
 */
export async function openDatabase(
  config: Config,
  log: FastifyBaseLogger,
  use: 'alone' | 'alongside' = 'alone',
): Promise<Database> {
  const { url, ownerUrl, ...found } = await findDatabase(config, use)
  const pool = openPool(url, (error) => log.warn({ err: error }, 'a connection broke'))
  const db = openDb(pool)
  const closing = new AbortController()
  const close = async () => {
    closing.abort()
    await db.destroy()
    await found.close()
  }
  try {
    if (!config.databaseUrl) await makeWorkerRole(ownerUrl)
    const role = await meetDatabase('DATABASE_URL', pool)
    await prepareDatabase(ownerUrl, ownerUrl === url ? null : role, log)
    if (!config.isTest) await refuseForgetful(pool)
    const gone = config.databaseUrl ? new Promise<boolean>(() => {}) : postgresGone(url, closing.signal)
    return { pool, db, gone, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The database of the configuration as it is, for whoever owns it and for whoever works in it. */
export async function findDatabase(
  { databaseUrl, migrateDatabaseUrl, dataDir }: Config,
  use: 'alone' | 'alongside',
): Promise<{ url: string; ownerUrl: string; close: () => Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, ownerUrl: migrateDatabaseUrl ?? databaseUrl, close: async () => {} }
  const { url, close } = await openEmbedded(dataDir, use)
  return { url: asWorker(url), ownerUrl: url, close }
}

function asWorker(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.username = WORKER_ROLE
  return url.href
}

async function openEmbedded(
  dataDir: string,
  use: 'alone' | 'alongside',
): Promise<{ url: string; close: () => Promise<void> }> {
  const lock = await lockDataFolder(dataDir, use === 'alone' ? LOCK_PATIENCE_MS : 0)
  if (!lock && use === 'alone') {
    throw new ConfigError(`DATA_DIR ${dataDir} is in use: PetSetu is running on it already.`)
  }
  const postgres = await startEmbeddedPostgres(path.resolve(dataDir))
  return {
    url: postgres.url,
    async close() {
      // Without the lock it belongs to the program that runs.
      if (!lock) return
      await postgres.stop()
      lock.release()
    },
  }
}
