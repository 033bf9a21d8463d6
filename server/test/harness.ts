import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import type { Call, Input, Reply } from '@petsetu/contract/platform/call.ts'
import type { ErrorReply } from '@petsetu/contract/platform/envelope.ts'
import { fillPath } from '@petsetu/contract/visitor-paths.ts'
import pg from 'pg'
import type { pino } from 'pino'
import { inject } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { Provider } from '../src/payments/provider/gateway.ts'
import { type Config, readConfig } from '../src/platform/config/config.ts'
import { type Database, keepRoleSettings } from '../src/platform/db/database.ts'
import { type Db, openDb, openPool, type Pool, SESSION_SETTINGS } from '../src/platform/db/pool.ts'
import type { LoadShedding } from '../src/platform/http/limits/load-shedding.ts'
import { createLog } from '../src/platform/log.ts'
import { buildServices, type Services } from '../src/services.ts'
import { atEnd } from './at-end.ts'
import { databaseUrl, TEMPLATE } from './database-server.ts'
import { fetchOnce } from './fetch-once.ts'
import { throughPooler } from './pgbouncer.ts'

type TestReply<C extends Call> = {
  status: number
  headers: Headers
  /** The body of a success; for an error see `error`. */
  body: Reply<C>
  error: ErrorReply
}

export type TestApp = {
  url: string
  /** The HTTP server, whose time-outs a test can shorten. */
  server: Server
  db: Db
  pool: Pool
  /** Past PgBouncer in a run through it. */
  direct: Pool
  config: Config
  secretKey: Services['secretKey']
  /** With `db`, what erasures, exports and the retention work on. */
  attachments: Services['attachments']
  loadShedding: LoadShedding
  /** With it, a test runs a round of the reconciler itself. */
  payments: Services['payments']
  /** Every line that the server logged. */
  logged: () => string
  /** Makes a call over real HTTP, with the session of `as`; a multipart call is sent as a form. */
  call: <C extends Call>(
    call: C,
    input: Input<C>,
    as?: { token: string } | null,
    headers?: Record<string, string>,
  ) => Promise<TestReply<C>>
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** Stops the server before the end of the file. */
  close: () => Promise<void>
}

// The program waits this long for a connection and a lock, and a transaction for its next statement, in milliseconds: on a busy machine
// longer than in the product.
const LONG_WAITS = {
  connectionTimeoutMillis: 20_000,
  lock_timeout: 20_000,
  idle_in_transaction_session_timeout: 60_000,
}

export const BOUNCE_SECRET = 'bounces-of-the-tests'
const TEST_ENV = { MAIL_BOUNCE_SECRET: BOUNCE_SECRET }

// Settings of a run of the tests through PgBouncer; nobody connects to these addresses.
const POOLED = { hasPooler: true, preparesStatements: false }
const POOLED_ENV = {
  DATABASE_URL: 'postgres://127.0.0.1:9/pooled',
  DIRECT_DATABASE_URL: 'postgres://127.0.0.1:9/direct',
  PREPARED_STATEMENTS: 'off',
}

// An address where nothing listens, for tests that need no provider.
const NO_PROVIDER: Provider = {
  keyId: 'rzp_test_Nobody00000001',
  keySecret: 'nobody_secret_0001',
  webhookSecret: 'nobody_whsec_0001',
  apiUrl: 'http://127.0.0.1:9',
  checkoutUrl: 'http://127.0.0.1:9/v1/checkout.js',
}

/** Starts the whole server on a free port, with a new database (or the given one). Ends with the test that started it, or with the file. */
export async function testApp(
  env: Record<string, string> = {},
  shared?: Shared,
  {
    provider = NO_PROVIDER,
    port = 0,
    smtpUrl = null,
    productWaits = false,
  }: { provider?: Provider; port?: number; smtpUrl?: string | null } & Waits = {},
): Promise<TestApp> {
  const database = shared
    ? { direct: shared.pool, ...shared, drop: async () => {} }
    : await testDatabase({ productWaits })
  const dataDir = await mkdtemp(path.join(tmpdir(), 'petsetu-data-'))
  const config = readConfig({
    RATE_LIMITS: 'off',
    PUBLIC_URL: 'http://127.0.0.1:3000',
    DATA_DIR: dataDir,
    ...TEST_ENV,
    ...(inject('poolerUrl') && POOLED_ENV),
    ...env,
  })
  const lines: string[] = []
  const services = await buildServices(config, database, provider, createLog('info', collect(lines)), { smtpUrl })
  const app = await buildApp(services)
  await app.listen({ host: '127.0.0.1', port })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const close = () => {
    // Otherwise the server gives them two seconds for a last request.
    app.server.closeIdleConnections()
    return app.close()
  }
  atEnd(async () => {
    await close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  const get = (target: string, init?: RequestInit) => fetchOnce(url + target, { redirect: 'manual', ...init })
  return {
    url,
    server: app.server,
    db: database.db,
    pool: database.pool,
    direct: database.direct,
    config,
    secretKey: services.secretKey,
    attachments: services.attachments,
    loadShedding: services.loadShedding,
    payments: services.payments,
    logged: () => lines.join(''),
    fetch: get,
    call: callsThrough(get),
    close,
  }
}

type Shared = Pick<Database, 'pool' | 'db'> & Partial<Pick<Database, 'direct'>>

/** `pool` is what the program works with; `url` and `direct` lead past PgBouncer in a run through it. */
type TestDatabase = { db: Db; pool: Pool; direct: Pool; url: string; drop: () => Promise<void> }

/** True lets the program wait for a connection and a lock only as long as in the product, for tests of that. */
export type Waits = { productWaits?: boolean }

/** A new, migrated, empty database. */
export function testDatabase(waits: Waits = {}): Promise<TestDatabase> {
  return databaseFrom(TEMPLATE, waits)
}

/** A database without any table. Ends with the test that asked for it, or with the file. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const database = await databaseFrom('template0', {})
  atEnd(database.drop)
  return database
}

async function databaseFrom(template: string, { productWaits = false }: Waits): Promise<TestDatabase> {
  const serverUrl = inject('databaseServerUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  // A copy of its files takes less than the default, which writes every page to the log, too.
  await onServer(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = databaseUrl(serverUrl, name)
  const poolerUrl = inject('poolerUrl')
  const direct = openPool(url, () => {})
  const pool = poolerUrl ? openPool(throughPooler(poolerUrl, url), () => {}, POOLED) : direct
  const { connectionTimeoutMillis, ...sessionWaits } = LONG_WAITS
  if (!productWaits) {
    Object.assign(direct.options, LONG_WAITS)
    Object.assign(pool.options, { connectionTimeoutMillis })
  }
  if (poolerUrl) await keepRoleSettings(direct, { ...SESSION_SETTINGS, ...(!productWaits && sessionWaits) })
  const db = openDb(pool)
  return {
    db,
    pool,
    direct,
    url,
    async drop() {
      await db.destroy()
      if (direct !== pool) await direct.end()
      // Nobody waits for it: PostgreSQL looks only each tenth of a second whether the last session has ended. What is left at the end of
      // the run goes with the whole server.
      onServer(serverUrl, `drop database ${name} with (force)`).catch(() => {})
    },
  }
}

// A worker creates and drops all its databases through these. A second one creates while the first waits until a database is dropped.
let serverPool: Pool | undefined

async function onServer(serverUrl: string, statement: string): Promise<void> {
  serverPool ??= new pg.Pool({ connectionString: serverUrl, max: 2, allowExitOnIdle: true }).on('error', () => {})
  await serverPool.query(statement)
}

/** Makes calls of the contract with this fetch function. */
export function callsThrough(get: TestApp['fetch']): TestApp['call'] {
  return (...asked) => ask(get, ...asked)
}

async function ask<C extends Call>(
  get: TestApp['fetch'],
  call: C,
  input: Input<C>,
  as?: { token: string } | null,
  headers: Record<string, string> = {},
): Promise<TestReply<C>> {
  const { params, query, body } = input as {
    params?: Record<string, string>
    query?: Record<string, string>
    body?: object
  }
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const response = await get(fillPath(call.path, params) + search, {
    method: call.method,
    headers: {
      accept: 'application/json',
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...(body && !call.multipart && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: call.multipart ? formOf(body) : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const reply: unknown = isJson ? JSON.parse(text) : text || undefined
  return { status: response.status, headers: response.headers, body: reply as Reply<C>, error: reply as ErrorReply }
}

function formOf(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, one instanceof Blob ? one : String(one))
  return form
}

function collect(lines: string[]): pino.DestinationStream {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
}
