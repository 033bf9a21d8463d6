import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { endWhereSilent } from './end-where-silent.ts'
import { LOOK_UPS_AT_ONCE } from './gather.ts'
import type { DB } from './types.ts'

export type Db = Kysely<DB>
export type Pool = pg.Pool

const CONNECTIONS_MAX = 10
const MONEY_CONNECTIONS_MAX = 4
const CONNECT_MS_MAX = 2_000
const STATEMENT_MS_MAX = 15_000
// A little more, for a server that does not even say that the time is over.
const SILENT_MS_MAX = STATEMENT_MS_MAX + 2_000
const LOCK_MS_MAX = 2_000
const IDLE_IN_TRANSACTION_MS_MAX = 10_000

// Disks without a moving head, and no report that takes all cores for itself.
const PLANNING = '-c random_page_cost=1.1 -c max_parallel_workers_per_gather=0 -c jit=off'

const types = new pg.TypeOverrides()
// Ids and counts stay far below 2^53, so a number says it all.
types.setTypeParser(pg.types.builtins.INT8, Number)
// A calendar day stays the text it is: as a Date it would move with the server's time zone.
types.setTypeParser(pg.types.builtins.DATE, (day) => day)

/** The one place that opens connections. */
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
  // An idle connection that breaks must not end the process; the next query gets a new one.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('connect', (client) => endWhereSilent(client, SILENT_MS_MAX))
  return pool
}

/** Connections for whoever changes tables: a migration may take as long as it takes. */
export function openOwnerPool(databaseUrl: string): Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, connectionTimeoutMillis: CONNECT_MS_MAX })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Connections of their own to the same database for the prepared look-ups, so that no long report is in their way; planned
 * once and for all, since PostgreSQL would plan anew for every number of keys.
 */
export function openLookUpPool(pool: Pool): Pool {
  return openBeside(pool, LOOK_UPS_AT_ONCE, `${PLANNING} -c plan_cache_mode=force_generic_plan`)
}

/** Connections of their own for what moves money: lists and locks that take all the others keep no payment from being recorded. */
export function openMoneyPool(pool: Pool): Pool {
  return openBeside(pool, MONEY_CONNECTIONS_MAX)
}

function openBeside(pool: Pool, max: number, options?: string): Pool {
  const beside = new pg.Pool({ ...pool.options, max, ...(options && { options }) })
  beside.on('error', () => {})
  beside.on('connect', (client) => client.on('error', () => {}))
  beside.on('connect', (client) => endWhereSilent(client, SILENT_MS_MAX))
  return beside
}

export function openDb(pool: Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
