import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Pooling } from '../config/rules.ts'
import type { DB } from './types.ts'

export type Db = Kysely<DB>
export type Pool = pg.Pool

// Three of them wait for notifications of jobs.
const CONNECTIONS_MAX = 13
const MONEY_CONNECTIONS_MAX = 4
// One waits for notifications of jobs, and each of the two jobs at a time uses one.
const NOTICE_CONNECTIONS_MAX = 3
// Two, so that PostgreSQL executes one batch while the reply to the other is read.
const LOOK_UP_CONNECTIONS_MAX = 2
const CONNECT_MS_MAX = 2_000
const STATEMENT_MS_MAX = 15_000
// A little longer than the statement time-out, for a server that cannot even report it.
const SILENT_MS_MAX = STATEMENT_MS_MAX + 2_000
const LOCK_MS_MAX = 2_000
const IDLE_IN_TRANSACTION_MS_MAX = 10_000

const TIMEOUTS = {
  statement_timeout: STATEMENT_MS_MAX,
  lock_timeout: LOCK_MS_MAX,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX,
}
// Settings for SSDs; no parallel workers and no JIT, so that one report cannot occupy all cores.
const PLANNING = { random_page_cost: 1.1, max_parallel_workers_per_gather: 0, jit: 'off' }

/** The settings of each connection of the program. */
export const SESSION_SETTINGS = { ...TIMEOUTS, ...PLANNING }

const types = new pg.TypeOverrides()
// Ids and counts stay far below 2^53, so a JavaScript number is exact.
types.setTypeParser(pg.types.builtins.INT8, Number)
// Keeps a date as text: as a Date it would shift with the server's time zone.
types.setTypeParser(pg.types.builtins.DATE, (day) => day)

const DIRECT: Pooling = { hasPooler: false, preparesStatements: true }

export function openPool(databaseUrl: string, onError: (error: Error) => void, pooling = DIRECT): Pool {
  const options = {
    connectionString: databaseUrl,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    // A pooler rejects connections that ask for settings.
    ...(!pooling.hasPooler && { ...TIMEOUTS, options: asOptions(PLANNING) }),
    types,
  }
  return watched(options, onError, pooling)
}

export function openOwnerPool(databaseUrl: string): Pool {
  const unlimited = Object.keys(TIMEOUTS).map((name) => [name, 0])
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    // The role may have time-outs of its own.
    options: asOptions(Object.fromEntries(unlimited)),
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A pool that long reports cannot block, with generic plans: PostgreSQL would plan anew for each number of keys. */
export function openReadPool(pool: Pool, pooling = DIRECT, own: pg.PoolConfig = {}): Pool {
  const options = asOptions({ ...PLANNING, plan_cache_mode: 'force_generic_plan' })
  return openBeside(pool, pooling, { max: LOOK_UP_CONNECTIONS_MAX, ...(!pooling.hasPooler && { options }), ...own })
}

/** A separate pool for payments, so that lists and locks that occupy all other connections cannot block them. */
export function openPaymentPool(pool: Pool, pooling: Pooling): Pool {
  return openBeside(pool, pooling, { max: MONEY_CONNECTIONS_MAX })
}

/** A separate pool for the notices of devices, so that a device is told within seconds while lists occupy all other connections. */
export function openNoticePool(direct: Pool): Pool {
  return openBeside(direct, DIRECT, { max: NOTICE_CONNECTIONS_MAX })
}

function openBeside(pool: Pool, pooling: Pooling, options: pg.PoolConfig): Pool {
  return watched({ ...pool.options, ...options }, () => {}, pooling)
}

function watched(options: pg.PoolConfig, onError: (error: Error) => void, { preparesStatements }: Pooling): Pool {
  const pool = new pg.Pool(options)
  // Without a listener an idle connection that breaks would crash the process; the pool replaces it.
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    destroyUnresponsive(client, SILENT_MS_MAX)
    if (!preparesStatements) dropNames(client)
  })
  return pool
}

function asOptions(settings: Record<string, string | number>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

export function openDb(pool: Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Sends statements without their names, so that none is prepared. PgBouncer before 1.21 gives each transaction another connection,
 * which does not know what was prepared on the one before. Libraries name their statements too, hence here.
 */
function dropNames(client: pg.PoolClient): void {
  const query = client.query as (...args: unknown[]) => unknown
  client.query = ((first: unknown, ...rest: unknown[]) =>
    query.call(client, isNamed(first) ? { ...first, name: undefined } : first, ...rest)) as typeof client.query
}

function isNamed(query: unknown): query is pg.QueryConfig {
  return typeof query === 'object' && query !== null && 'name' in query && 'text' in query
}

/**
 * Destroys a connection whose statement gets no answer for this long. The server enforces its own statement time-out, but not
 * if it is frozen or the network drops all packets. The pending query fails, and the pool replaces the connection.
 */
function destroyUnresponsive(client: pg.PoolClient, msMax: number): void {
  const query = client.query as (...args: unknown[]) => unknown
  let timer: NodeJS.Timeout | undefined
  const stopTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  client.query = ((...args: unknown[]) => {
    timer ??= setTimeout(() => void client.end(), msMax).unref()
    return query.apply(client, args)
  }) as typeof client.query
  // All its queries have been answered.
  client.on('drain', stopTimer)
  client.on('end', stopTimer)
}
