import type { FastifyBaseLogger } from 'fastify'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { ConfigError } from '../errors.ts'
import { migrate, rejectEarlier, withMigrationLock } from './migrate.ts'
import { type Db, openDb, openOwnerPool, type Pool } from './pool.ts'

/** The role with which the program uses the embedded database. */
export const WORKER_ROLE = 'petsetu_app'

/**
 * Migrates the database as its owner, including the tables of the job library. If the program uses another role, that role is
 * granted only what it needs: access to rows but not to table definitions; to the payment journal, the histories of complaints
 * and the audit it may only add, and replace a text there. Without `mayMigrate` it rejects a database of an earlier version; only the owner
 * may read the version of one that was restored and not yet started. `database` is what `checkDatabase` said of the working role's.
 */
export async function prepareDatabase(
  ownerUrl: string,
  workerRole: string | null,
  log: FastifyBaseLogger,
  { mayMigrate = true, database }: { mayMigrate?: boolean; database?: string } = {},
) {
  const pool = openOwnerPool(ownerUrl)
  try {
    if (workerRole && (await checkDatabase('MIGRATE_DATABASE_URL', pool)).database !== database)
      throw new ConfigError('MIGRATE_DATABASE_URL must lead to the same database as DATABASE_URL.')
    if (!mayMigrate) await rejectEarlier(openDb(pool))
    const onWait = (why: string) => log.info(why)
    // All of it: a migration reads the catalogue, which the job library's migrations change.
    const prepare = async (db: Db) => {
      if (workerRole) await grantAhead(pool, workerRole)
      const migrated = await migrate(db, undefined, onWait)
      if (migrated.length > 0) log.info({ migrated }, 'database migrated')
      await runMigrations({ pgPool: pool })
      if (workerRole) await grantWork(pool, workerRole)
    }
    await withMigrationLock(openDb(pool), prepare, onWait)
  } finally {
    await pool.end()
  }
}

export async function makeWorkerRole(ownerUrl: string): Promise<void> {
  const { password } = new URL(ownerUrl)
  const pool = openOwnerPool(ownerUrl)
  try {
    const { rowCount } = await pool.query('select from pg_roles where rolname = $1', [WORKER_ROLE])
    if (rowCount === 0) await pool.query(`create role ${WORKER_ROLE} login password ${pg.escapeLiteral(password)}`)
  } finally {
    await pool.end()
  }
}

/** Opens new tables as soon as they are there: earlier nodes work on meanwhile, and triggers use them. */
async function grantAhead(pool: Pool, workerRole: string): Promise<void> {
  const role = pg.escapeIdentifier(workerRole)
  const grant = 'alter default privileges in schema public grant'
  await pool.query(`${grant} select, insert, update, delete on tables to ${role}`)
  await pool.query(`${grant} usage, select on sequences to ${role}`)
}

async function grantWork(pool: Pool, workerRole: string): Promise<void> {
  const role = pg.escapeIdentifier(workerRole)
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Concurrent grants by two nodes would fail.
    await client.query("select pg_advisory_xact_lock(hashtext('petsetu grants'))")
    for (const schema of ['public', 'graphile_worker']) {
      await client.query(`grant usage on schema ${schema} to ${role}`)
      await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`)
      await client.query(`grant usage, select on all sequences in schema ${schema} to ${role}`)
    }
    await client.query(`revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${role}`)
    await client.query(`revoke update, delete on payment_journal, case_events from ${role}`)
    // An erasure replaces what people wrote. The trigger of `audit` allows no deletion before its time.
    await client.query(`revoke update on audit from ${role}`)
    await client.query(`grant update (text) on case_events to ${role}`)
    await client.query(`grant update (reason) on audit to ${role}`)
    await admitToJobs(client, role)
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** The job library enables row-level security without policies, which would hide all rows from other roles. */
async function admitToJobs(client: pg.PoolClient, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
       and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'petsetu_work')`,
  )
  for (const { name } of rows) await client.query(`create policy petsetu_work on ${name} to ${role} using (true)`)
}

const VERSION_MIN = 15
// Without any of these a power cut could lose a payment that was acknowledged.
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit']

/** Stops the start with one line, which begins with `name`. `database` names server and database; a standby has the same. */
export async function checkDatabase(name: string, pool: Pool): Promise<{ role: string; database: string }> {
  const { rows } = await pool
    .query<{ role: string; version: number; database: string }>(
      `select current_user as role, current_setting('server_version_num')::int / 10000 as version,
         concat_ws(' ', system_identifier, current_database()) as database
       from pg_control_system()`,
    )
    .catch((cause: unknown) => {
      throw new ConfigError(`${name} must lead to a PostgreSQL server that lets us in; it says: ${messageOf(cause)}`, {
        cause,
      })
    })
  const { role = '', version = 0, database = '' } = rows[0] ?? {}
  if (version >= VERSION_MIN) return { role, database }
  throw new ConfigError(`${name} must lead to PostgreSQL ${VERSION_MIN} or newer, not ${version}.`)
}

export async function requireDurability(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings where name = any($1) and setting = 'off' order by name`,
    [DURABLE],
  )
  if (rows.length === 0) return
  const off = rows.map(({ name }) => name).join(' and ')
  throw new ConfigError(
    `DATABASE_URL must lead to a database that keeps what it acknowledged: ${off} must be on there (NODE_ENV=test does without).`,
  )
}

/** True if a commit is acknowledged only once another server has it. Any role may ask. */
export async function isConfirmedByStandby(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ standbys: string; commit: string }>(
    `select current_setting('synchronous_standby_names') as standbys, current_setting('synchronous_commit') as commit`,
  )
  const { standbys = '', commit = '' } = rows[0] ?? {}
  return standbys !== '' && !['local', 'off'].includes(commit)
}

function messageOf(error: unknown): string {
  const { message, errors } = error as { message?: string; errors?: unknown[] }
  // For a host name with several addresses Node reports an AggregateError with one error for each.
  return message || (errors?.length ? messageOf(errors[0]) : String(error))
}
