import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { destroyUnresponsive } from './destroy-unresponsive.ts'
import type { DB } from './types.ts'

export type Db = Kysely<DB>
export type Pool = pg.Pool

const CONNECTIONS_MAX = 10
const MONEY_CONNECTIONS_MAX = 4
// Two, so that PostgreSQL executes one batch while the reply to the other is read.
const LOOK_UP_CONNECTIONS_MAX = 2
const CONNECT_MS_MAX = 2_000
const STATEMENT_MS_MAX = 15_000
// A little longer than the statement time-out, for a server that cannot even report it.
const SILENT_MS_MAX = STATEMENT_MS_MAX + 2_000
const LOCK_MS_MAX = 2_000
const IDLE_IN_TRANSACTION_MS_MAX = 10_000

// Settings for SSDs; no parallel workers and no JIT, so that one report cannot occupy all cores.
const PLANNING = '-c random_page_cost=1.1 -c max_parallel_workers_per_gather=0 -c jit=off'

const types = new pg.TypeOverrides()
// Ids and counts stay far below 2^53, so a JavaScript number is exact.
types.setTypeParser(pg.types.builtins.INT8, Number)
// Keeps a date as text: as a Date it would shift with the server's time zone.
types.setTypeParser(pg.types.builtins.DATE, (day) => day)

export function openPool(databaseUrl: string, onError: (error: Error) => void): Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    statement_timeout: STATEMENT_MS_MAX,
    lock_timeout: LOCK_MS_MAX,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX,
    options: PLANNING,
    types,
  })
  // Without a listener an idle connection that breaks would crash the process; the pool replaces it.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('connect', (client) => destroyUnresponsive(client, SILENT_MS_MAX))
  return pool
}

/** Connections for migrations, without a statement time-out. */
export function openOwnerPool(databaseUrl: string): Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, connectionTimeoutMillis: CONNECT_MS_MAX })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * A separate pool for the prepared look-ups, so that long reports cannot block them. It uses generic plans, since PostgreSQL
 * would otherwise plan anew for each number of keys.
 */
export function openLookUpPool(pool: Pool): Pool {
  return openBeside(pool, LOOK_UP_CONNECTIONS_MAX, `${PLANNING} -c plan_cache_mode=force_generic_plan`)
}

/** A separate pool for payments, so that lists and locks that occupy all other connections cannot block them. */
export function openMoneyPool(pool: Pool): Pool {
  return openBeside(pool, MONEY_CONNECTIONS_MAX)
}

function openBeside(pool: Pool, max: number, options?: string): Pool {
  const beside = new pg.Pool({ ...pool.options, max, ...(options && { options }) })
  beside.on('error', () => {})
  beside.on('connect', (client) => client.on('error', () => {}))
  beside.on('connect', (client) => destroyUnresponsive(client, SILENT_MS_MAX))
  return beside
}

export function openDb(pool: Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
