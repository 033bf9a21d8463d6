import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type Config, ConfigError } from '../config.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { type Db, openDb, openPool, type Pool } from './pool.ts'

export type Database = { pool: Pool; db: Db; close: () => Promise<void> }

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
  const embedded = config.databaseUrl ? null : await openEmbedded(config.dataDir, use)
  try {
    const pool = openPool(embedded?.url ?? config.databaseUrl ?? '', (error) =>
      log.warn({ err: error }, 'a connection broke'),
    )
    const db = openDb(pool)
    const migrated = await migrate(db)
    if (migrated.length > 0) log.info({ migrated }, 'database migrated')
    return {
      pool,
      db,
      async close() {
        await db.destroy()
        await embedded?.close()
      },
    }
  } catch (error) {
    await embedded?.close()
    throw error
  }
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
