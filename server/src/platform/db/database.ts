import { readdirSync, rmSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { once } from '@petsetu/contract/platform/once.ts'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../errors.ts'
import { DATA_FOLDER_MODE, makePrivateFolder } from '../files/private-folder.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { type Db, openDb, openPool, type Pool, SESSION_SETTINGS } from './pool.ts'
import {
  checkDatabase,
  isConfirmedByStandby,
  makeWorkerRole,
  prepareDatabase,
  requireDurability,
  WORKER_ROLE,
} from './prepare-database.ts'

export type Database = {
  pool: Pool
  /** For what needs a session: jobs, locks that outlive a transaction, notifications. Past a pooler; otherwise the same pool. */
  direct: Pool
  db: Db
  ownerUrl: string
  /** True when the embedded database ended by itself, false once it was closed; pending for an external one. */
  gone: Promise<boolean>
  close: () => Promise<void>
}

const NO_STANDBY =
  'DATABASE_NODES says that there are several database servers, but a commit waits for none of them (synchronous_standby_names): what was acknowledged is lost with the leader'

/** A program that stops ends within this time after `DRAIN_SECONDS`, and holds its data folder until then. */
export const STOP_MS_MAX = 10_000
const LET_GO_MS = 1_000

/**
 * Opens the configured database, embedded or external, migrated and ready.
 *
 * `alone` rejects an embedded database that another process of the program uses; `alongside`, for commands, shares it with a
 * running program, and otherwise starts and stops it. It rejects a database of an earlier version instead of migrating it.
 *
 * Once `stopping` aborts, an embedded database is stopped at once, also while it is migrated; the next start continues there.
 */
export async function openDatabase(
  config: Config,
  log: FastifyBaseLogger,
  use: 'alone' | 'alongside' = 'alone',
  stopping: AbortSignal = new AbortController().signal,
): Promise<Database> {
  const { url, ownerUrl, ...found } = await findDatabase(config, use, stopping)
  const closeFound = once(() => found.close())
  const stopFound = () => void closeFound().catch(() => {})
  const onError = (error: Error) => log.warn({ err: error }, 'a connection broke')
  const pool = openPool(url, onError, config.pooling)
  const direct = config.directDatabaseUrl ? openPool(config.directDatabaseUrl, onError) : pool
  const db = openDb(pool)
  const closing = new AbortController()
  const close = async () => {
    closing.abort()
    // Kysely ends the pool only if it has used it; a connection of `checkDatabase` would keep the process alive for ten seconds.
    await Promise.all([...new Set([pool, direct])].map((one) => one.end()))
    await closeFound()
  }
  stopping.addEventListener('abort', stopFound)
  try {
    stopping.throwIfAborted()
    if (!config.databaseUrl) await makeWorkerRole(ownerUrl)
    if (direct !== pool) await checkPooler(direct, pool)
    const { role, database } = await checkDatabase('DATABASE_URL', pool)
    await prepareDatabase(ownerUrl, config.databaseUrl && !config.migrateDatabaseUrl ? null : role, log, {
      mayMigrate: use !== 'alongside',
      database,
    })
    if (config.readDatabaseUrl && use === 'alone') await checkStandby(config.readDatabaseUrl, database)
    if (!config.isTest) await requireDurability(pool)
    if (config.databaseNodes > 1 && !(await isConfirmedByStandby(pool))) log.warn(NO_STANDBY)
    const gone = config.databaseUrl ? new Promise<boolean>(() => {}) : postgresGone(url, closing.signal)
    return { pool, direct, db, ownerUrl, gone, close }
  } catch (error) {
    await close()
    throw error
  } finally {
    stopping.removeEventListener('abort', stopFound)
  }
}

/**
 * Checks both connections, and that both lead to the same database. The settings of our role are stored before the pooler is used,
 * because connections that it opens before do not have them.
 */
async function checkPooler(direct: Pool, pool: Pool): Promise<void> {
  const past = await checkDatabase('DIRECT_DATABASE_URL', direct)
  await keepRoleSettings(direct)
  const pooled = await checkDatabase('DATABASE_URL', pool)
  if (pooled.database !== past.database || pooled.role !== past.role)
    throw new ConfigError('DIRECT_DATABASE_URL must lead to the same database, and role, as DATABASE_URL.')
}

/** Rejects a server with other data, whose pages would be shown. One that is away may come later. */
async function checkStandby(readDatabaseUrl: string, database: string): Promise<void> {
  const pool = openPool(readDatabaseUrl, () => {})
  try {
    const found = await checkDatabase('READ_DATABASE_URL', pool).catch(() => null)
    if (found && found.database !== database)
      throw new ConfigError('READ_DATABASE_URL must lead to a standby of the database at DATABASE_URL.')
  } finally {
    await pool.end()
  }
}

type Found = {
  url: string
  ownerUrl: string
  /** The setting that holds the address of the owner; for an embedded database, the one that would. */
  ownerSetting: 'MIGRATE_DATABASE_URL' | 'DIRECT_DATABASE_URL' | 'DATABASE_URL'
  close: () => Promise<void>
  /** Closes a database opened as `empty` and empties its data folder again. */
  discard: () => Promise<void>
}

export async function findDatabase(
  { databaseUrl, directDatabaseUrl, migrateDatabaseUrl, dataDir, drainSeconds }: Config,
  use: 'alone' | 'alongside' | 'empty',
  stopping?: AbortSignal,
): Promise<Found> {
  const close = async () => {}
  if (databaseUrl) {
    const beside = { url: databaseUrl, close, discard: close }
    if (migrateDatabaseUrl) return { ...beside, ownerUrl: migrateDatabaseUrl, ownerSetting: 'MIGRATE_DATABASE_URL' }
    if (directDatabaseUrl) return { ...beside, ownerUrl: directDatabaseUrl, ownerSetting: 'DIRECT_DATABASE_URL' }
    return { ...beside, ownerUrl: databaseUrl, ownerSetting: 'DATABASE_URL' }
  }
  const stopMs = use === 'alongside' ? 0 : drainSeconds * 1_000 + STOP_MS_MAX + LET_GO_MS
  const { url, ...found } = await openEmbedded(path.resolve(dataDir), use, stopMs, stopping)
  return { url: asWorker(url), ownerUrl: url, ownerSetting: 'DATABASE_URL', ...found }
}

function asWorker(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.username = WORKER_ROLE
  return url.href
}

async function openEmbedded(
  dataDir: string,
  use: 'alone' | 'alongside' | 'empty',
  patienceMs: number,
  stopping?: AbortSignal,
): Promise<Omit<Found, 'ownerUrl' | 'ownerSetting'>> {
  const lock = await lockDataFolder(dataDir, patienceMs, stopping)
  if (!lock && use !== 'alongside') {
    throw new ConfigError(`DATA_DIR ${dataDir} is in use: PetSetu is running on it already.`)
  }
  if (use === 'empty' && contentOf(dataDir).length > 0) {
    lock?.release()
    throw new ConfigError(
      `DATA_DIR must be an empty folder, or one that is not there yet, to restore into; not ${dataDir}.`,
    )
  }
  const discard = () => {
    for (const name of contentOf(dataDir)) rmSync(path.join(dataDir, name), { recursive: true })
    lock?.release()
  }
  const postgres = await startEmbeddedPostgres(dataDir).catch((error: unknown) => {
    if (use === 'empty') discard()
    throw error
  })
  return {
    url: postgres.url,
    async close() {
      // Without the lock the folder belongs to the running program.
      if (!lock) return
      await postgres.stop()
      lock.release()
    },
    async discard() {
      await postgres.stop()
      discard()
    },
  }
}

const LOCK_FILE = 'lock.sqlite'
const TRY_AGAIN_MS = 200
const SQLITE_BUSY = 5

/**
 * Locks the data folder for this process; null if another one still holds it after `patienceMs`, or once `stopping` aborts. It is the
 * operating system's lock on a small SQLite file, which ends with the process, so that a killed program leaves no stale lock.
 */
export async function lockDataFolder(
  folder: string,
  patienceMs: number,
  stopping?: AbortSignal,
): Promise<{ release: () => void } | null> {
  await makeFolder(folder)
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    const file = new DatabaseSync(path.join(folder, LOCK_FILE))
    try {
      file.exec('begin exclusive')
      return { release: () => file.close() }
    } catch (error) {
      file.close()
      if ((error as { errcode?: unknown }).errcode !== SQLITE_BUSY) throw error
      if (stopping?.aborted || Date.now() >= giveUpAt) return null
      await pause(TRY_AGAIN_MS)
    }
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await makePrivateFolder(folder, DATA_FOLDER_MODE)
    await access(folder, constants.W_OK)
  } catch (cause) {
    throw new ConfigError(`DATA_DIR must be a folder that can be written to, not '${folder}'.`, { cause })
  }
}

/** Everything but the lock file, which exists as long as a process holds it. */
function contentOf(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => !name.startsWith(LOCK_FILE))
}

const LOOK_EVERY_MS = 2_000

/** True once nothing listens at the address: also a frozen server still listens. False if `closing` is aborted first. */
async function postgresGone(url: string, closing: AbortSignal): Promise<boolean> {
  const { hostname, port } = new URL(url)
  while (!closing.aborted) {
    await pause(LOOK_EVERY_MS, undefined, { ref: false })
    if (!closing.aborted && (await isRefused(Number(port), hostname))) return true
  }
  return false
}

function isRefused(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host, timeout: LOOK_EVERY_MS })
    const end = () => {
      socket.destroy()
      resolve(false)
    }
    socket.on('connect', end).on('timeout', end)
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'))
  })
}

/** Makes our settings defaults of our role in this database, where a pooler opens the connections. */
export async function keepRoleSettings(direct: Pool, settings: object = SESSION_SETTINGS): Promise<void> {
  const client = await direct.connect()
  try {
    await client.query('begin')
    // Two nodes that start together would change the same row.
    const { rows } = await client.query<{ database: string }>(
      "select current_database() as database, pg_advisory_xact_lock(hashtext('petsetu role settings'))",
    )
    const database = pg.escapeIdentifier(rows[0]?.database ?? '')
    for (const [name, value] of Object.entries(settings))
      await client.query(`alter role current_user in database ${database} set ${name} = '${value}'`)
    await client.query('commit')
  } finally {
    client.release()
  }
}
