import pg from 'pg'
import type { Edge } from './life.ts'

type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown>
type Callback = (error: unknown, result?: unknown) => void
type Connected = (error: unknown, client?: pg.PoolClient, release?: unknown) => void
type Watched = pg.Client & { connection: { stream: Socket } }
type Socket = { destroy: () => void }

/** The name under which PostgreSQL knows the connections of all lives. */
export const LIVES = 'lives'

const edges = new Map<string, { edge: Edge; outages: number }>()
const edgeOf = new WeakMap<pg.Client, Edge>()
const realQuery = pg.Client.prototype.query as unknown as Query
const realConnect = pg.Pool.prototype.connect as unknown as (this: pg.Pool, done?: Connected) => Promise<pg.PoolClient>
const inTransaction = new WeakSet<object>()

/**
 * The connections that all lives on a database share, by what their pools ask of them. What a life has not in use when it ends the
 * next one takes: a connection without a transaction holds nothing that could be lost, and costs PostgreSQL a process.
 */
const supplies = new Map<string, pg.Pool>()
/** How often the connections of all were broken so far: who begins later must not meet those that have not noticed yet. */
let outages = 0

/** All connections of lives break; those of lives that run now notice sooner or later. */
export function noteOutage(): void {
  outages++
}

/** Puts an edge between a life and its database, and answers the address under which this life alone has its pools, however many. */
export function watchDatabase(databaseUrl: string, edge: Edge): string {
  pg.Pool.prototype.connect = watchedConnect as unknown as typeof pg.Pool.prototype.connect
  pg.Client.prototype.query = watchedQuery as unknown as typeof pg.Client.prototype.query
  const name = `life-${edges.size + 1}`
  edges.set(name, { edge, outages })
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', name)
  return url.href
}

/** A connection that is asked of a pool is the first step of whatever needs it. */
function watchedConnect(this: pg.Pool, done?: Connected): Promise<pg.PoolClient> | undefined {
  const { connectionString = '' } = this.options
  const life = edges.get(/application_name=(life-\d+)/.exec(connectionString)?.[1] ?? '')
  if (!life) return realConnect.call(this, done)
  const { edge } = life
  const connecting = edge
    .step({ edge: 'statement', moment: 'before', what: 'connect', isCommit: false })
    .then((strike) => {
      if (strike?.do === 'no-connection') throw new Error('timeout exceeded when trying to connect')
      return takeConnection(supplyOf(this.options, life.outages), edge)
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
  url.searchParams.set('application_name', LIVES)
  const key = `${url.href} ${options.options} ${since}`
  const known = supplies.get(key)
  if (known) return known
  const supply = new pg.Pool({ ...options, connectionString: url.href, max: Number.MAX_SAFE_INTEGER })
  supply.on('error', () => {})
  supply.on('connect', (client) => client.on('error', () => {}))
  supplies.set(key, supply)
  return supply
}

/** What the life has in use breaks when it crashes. */
async function takeConnection(supply: pg.Pool, edge: Edge): Promise<pg.PoolClient> {
  const client = await realConnect.call(supply)
  const { stream } = (client as unknown as Watched).connection
  if (edge.isDead()) stream.destroy()
  edge.sockets.add(stream)
  edgeOf.set(client as unknown as pg.Client, edge)
  const giveBack = client.release.bind(client)
  client.release = (error) => {
    edge.sockets.delete(stream)
    giveBack(error)
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
  const strike = await edge.step({ edge: 'statement', moment: 'before', what, isCommit })
  if (strike?.do === 'reset') client.connection.stream.destroy()
  if (strike?.do === 'meanwhile') await strike.work()
  // Refused by the server itself, so that the transaction is in the state that a real refusal leaves.
  if (strike?.do === 'refuse' && what !== 'rollback')
    return realQuery.call(client, `do $$ begin raise exception 'struck' using errcode = '${strike.code}'; end $$`)
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
