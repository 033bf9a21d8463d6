import { ConfigError } from '../config/config-error.ts'
import type { Pool } from './pool.ts'

const VERSION_MIN = 15
// Without any of these a power cut could lose a payment that was acknowledged.
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit']

/**
 * Checks the configured database at the start; any problem stops the start with one line, which begins with `name`. Returns our role
 * there, and an `identity` that is the same only for the same server, database and role.
 */
export async function checkDatabase(name: string, pool: Pool): Promise<{ role: string; identity: string }> {
  const { rows } = await pool
    .query<{ role: string; version: number; identity: string }>(
      `select current_user as role, current_setting('server_version_num')::int / 10000 as version,
         concat_ws(' ', system_identifier, current_database(), current_user) as identity
       from pg_control_system()`,
    )
    .catch((cause: unknown) => {
      throw new ConfigError(`${name} must lead to a PostgreSQL server that lets us in; it says: ${messageOf(cause)}`, {
        cause,
      })
    })
  const { role = '', version = 0, identity = '' } = rows[0] ?? {}
  if (version >= VERSION_MIN) return { role, identity }
  throw new ConfigError(`${name} must lead to PostgreSQL ${VERSION_MIN} or newer, not ${version}.`)
}

/** Rejects a database that may lose acknowledged writes. */
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
