import pg from 'pg'
import type { Edge } from './edge.ts'

type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown>
type Callback = (error: unknown, result?: unknown) => void
type Connected = (error: unknown, client?: pg.PoolClient, release?: unknown) => void
type Watched = pg.Client & { connection: { stream: Socket } }
type Socket = { destroy: () => void }

/** The application_name of the shared connections in PostgreSQL. */
export const SIMULATED_PROCESSES = 'processes'

const edges = new Map<string, { edge: Edge; outages: number }>()
const edgeOf = new WeakMap<pg.Client, Edge>()
const realQuery = pg.Client.prototype.query as unknown as Query
const realConnect = pg.Pool.prototype.connect as unknown as (this: pg.Pool, done?: Connected) => Promise<pg.PoolClient>
const inTransaction = new WeakSet<object>()

/**
 * Connections shared by all simulated processes, by pool settings. A new process reuses idle ones: a connection without a transaction
 * has no state to lose, and opening one is expensive.
 */
const supplies = new Map<string, pg.Pool>()
/** Number of outages so far: a process started later must not get a connection broken by an earlier outage. */
let outages = 0

/** Call when all shared connections break. */
export function noteOutage(): void {
  outages++
}

/** Intercepts the connections of a process; returns the database URL that only its pools use. */
export function watchDatabase(databaseUrl: string, edge: Edge): string {
  pg.Pool.prototype.connect = watchedConnect as unknown as typeof pg.Pool.prototype.connect
  pg.Client.prototype.query = watchedQuery as unknown as typeof pg.Client.prototype.query
  const name = `proc-${edges.size + 1}`
  edges.set(name, { edge, outages })
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', name)
  return url.href
}

/** Taking a connection from a pool is a step too. */
function watchedConnect(this: pg.Pool, done?: Connected): Promise<pg.PoolClient> | undefined {
  const { connectionString = '' } = this.options
  const proc = edges.get(/application_name=(proc-\d+)/.exec(connectionString)?.[1] ?? '')
  if (!proc) return realConnect.call(this, done)
  const { edge } = proc
  const connecting = edge
    .step({ edge: 'statement', moment: 'before', what: 'connect', isCommit: false })
    .then((fault) => {
      if (fault?.do === 'no-connection') throw new Error('timeout exceeded when trying to connect')
      return takeConnection(supplyOf(this.options, proc.outages), edge)
    })
  if (!done) return connecting
  connecting.then(
    (client) => done(null, client, client.release),
    (error) => done(error),
  )
  return undefined
}

function supplyOf(options: pg.PoolOptions, since: number): pg.Pool {
  const url = new URL(options.connectionString ?? '')
  url.searchParams.set('application_name', SIMULATED_PROCESSES)
  const key = `${url.href} ${options.options} ${since}`
  const known = supplies.get(key)
  if (known) return known
  const supply = new pg.Pool({ ...options, connectionString: url.href, max: Number.MAX_SAFE_INTEGER })
  supply.on('error', () => {})
  supply.on('connect', (client) => client.on('error', () => {}))
  supplies.set(key, supply)
  return supply
}

/** Connections in use break when the process crashes. */
async function takeConnection(supply: pg.Pool, edge: Edge): Promise<pg.PoolClient> {
  const client = await realConnect.call(supply)
  const { stream } = (client as unknown as Watched).connection
  if (edge.isDead()) stream.destroy()
  edge.sockets.add(stream)
  edgeOf.set(client as unknown as pg.Client, edge)
  const release = client.release.bind(client)
  client.release = (error) => {
    edge.sockets.delete(stream)
    release(error)
  }
  return client
}

function watchedQuery(this: pg.Client, ...args: unknown[]): Promise<unknown> | undefined {
  const edge = edgeOf.get(this)
  if (!edge) return realQuery.apply(this, args)
  const callback = typeof args.at(-1) === 'function' ? (args.pop() as Callback) : null
  const answered = takeSteps(this as Watched, edge, args)
  if (!callback) return answered
  answered.then(
    (result) => callback(null, result),
    (error) => callback(error),
  )
  return undefined
}

async function takeSteps(client: Watched, edge: Edge, args: unknown[]): Promise<unknown> {
  const what = textOf(args[0])
  const isCommit = what === 'commit' || (!inTransaction.has(client) && /^\s*(insert|update|delete)\b/i.test(what))
  const fault = await edge.step({ edge: 'statement', moment: 'before', what, isCommit })
  if (fault?.do === 'reset') client.connection.stream.destroy()
  if (fault?.do === 'meanwhile') await fault.work()
  // PostgreSQL itself raises the error, so that the transaction is really aborted.
  if (fault?.do === 'refuse' && what !== 'rollback')
    return realQuery.call(
      client,
      `do $$ begin raise exception 'injected fault' using errcode = '${fault.code}'; end $$`,
    )
  const result = await realQuery.apply(client, args)
  if (what === 'begin') {
    inTransaction.add(client)
    edge.transactions.enter(client)
  }
  if (what === 'commit' || what === 'rollback') {
    inTransaction.delete(client)
    edge.transactions.leave(client)
  }
  const late = await edge.step({ edge: 'statement', moment: 'after', what, isCommit })
  if (late?.do === 'reset') {
    client.connection.stream.destroy()
    throw new Error('Connection terminated unexpectedly')
  }
  return result
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return (query as { text?: string }).text ?? ''
}
