import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import Fastify, { type InjectOptions, type LightMyRequestResponse } from 'fastify'
import { Logger, runTaskListOnce } from 'graphile-worker'
import { complaintAdminRoutes } from '../../../server/src/complaints/complaint-admin-routes.ts'
import { isAttached } from '../../../server/src/complaints/complaint-queries.ts'
import { complaintRoutes } from '../../../server/src/complaints/complaint-routes.ts'
import type { Config } from '../../../server/src/config.ts'
import { type Db, openDb, openPool } from '../../../server/src/db/pool.ts'
import { acceptJsonOnly, HTTP_LIMITS } from '../../../server/src/http/limits.ts'
import { replyErrors } from '../../../server/src/http/reply-error.ts'
import { freeJobs } from '../../../server/src/jobs/free-jobs.ts'
import { createLog } from '../../../server/src/log.ts'
import { membershipRoutes } from '../../../server/src/memberships/membership-routes.ts'
import { applyEvent, eventIdOf } from '../../../server/src/payments/apply-event.ts'
import { paymentRoutes } from '../../../server/src/payments/payment-routes.ts'
import type { Provider as ProviderAccount } from '../../../server/src/payments/provider.ts'
import { reconcile } from '../../../server/src/payments/reconcile.ts'
import { APPLY_EVENT } from '../../../server/src/payments/webhook-inbox.ts'
import { reportRoutes } from '../../../server/src/reports/report-routes.ts'
import { buildServices } from '../../../server/src/services.ts'
import type { Chance } from '../random.ts'
import type { Director, Point, Strike } from './director.ts'
import { watchDatabase } from './sql-edge.ts'

/** What an edge needs to know of the life behind it. */
export type Edge = {
  isDead: () => boolean
  /** What no run may do: ask the provider while a transaction is open (I19), or log a bug where nothing was struck. */
  wrong: string[]
  /** Told at every step; never resolves in a life that has ended. */
  step: (point: Point) => Promise<Strike | null>
  sockets: Set<{ destroy: () => void }>
  /** Everything that the provider was asked, oldest first. */
  asked: string[]
  transactions: Transactions
}

/** One run of the program, from its start until it is closed or crashes. */
export type Life = Edge & {
  db: Db
  /** Resolves with null once the life has ended in a crash. */
  death: Promise<null>
  /** Answers a request; null where the life ends first. */
  request: (request: InjectOptions) => Promise<LightMyRequestResponse | null>
  /** Works off all jobs that are due. */
  work: () => Promise<unknown>
  /** What the program does every minute by itself. */
  reconcile: () => Promise<void>
  sweepFiles: () => Promise<number>
  /** Nothing strikes before this is called: a start is not what is tried here. */
  direct: (director: Director) => void
  /** Takes its time at every step, now more and now less, so that two lives meet at every place. */
  dawdle: (chance: Chance) => void
  /** Ends it as a crash does. */
  end: () => void
  close: () => Promise<void>
}

const NEVER = new Promise<never>(() => {})
const inRequest = new AsyncLocalStorage<object>()

/** Which work holds a transaction open right now: none may while the provider is asked. */
class Transactions {
  readonly #open = new Map<object, object | undefined>()

  enter(client: object): void {
    this.#open.set(client, inRequest.getStore())
  }

  leave(client: object): void {
    this.#open.delete(client)
  }

  isMine(): boolean {
    const mine = inRequest.getStore()
    return mine !== undefined && [...this.#open.values()].includes(mine)
  }
}

/** Everything that money passes through, built from the product's own parts as app.ts builds it, on a pool of its own. */
export async function beginLife(
  config: Config,
  databaseUrl: string,
  accountOf: (edge: Edge) => ProviderAccount,
): Promise<Life> {
  let direct: Director = () => null
  let isDead = false
  let dawdles: Chance | null = null
  let die: (value: null) => void = () => {}
  const death = new Promise<null>((resolve) => {
    die = resolve
  })
  const wrong: string[] = []
  const edge: Edge = {
    isDead: () => isDead,
    wrong,
    sockets: new Set(),
    asked: [],
    transactions: new Transactions(),
    async step(point) {
      if (isDead) return NEVER
      if (dawdles) await dawdle(dawdles)
      const strike = direct(point)
      if (strike?.do !== 'crash') return strike
      end()
      return NEVER
    },
  }
  function end(): void {
    isDead = true
    for (const socket of edge.sockets) socket.destroy()
    die(null)
  }
  const pool = openPool(watchDatabase(databaseUrl, edge), () => {})
  const db = openDb(pool)
  const log = createLog('error', { write: (line) => void wrong.push(line) })
  const services = await buildServices(config, { pool, db }, accountOf(edge), log)
  const app = Fastify({ ...HTTP_LIMITS, loggerInstance: log, genReqId: () => randomUUID() })
  app.decorateRequest('person', null)
  replyErrors(app)
  acceptJsonOnly(app)
  // Here and not around the request: reading its body leaves the context in which it began.
  app.addHook('preHandler', (_request, _reply, done) => inRequest.run({}, done))
  app.addHook('onSend', async () => {
    await edge.step({ edge: 'reply', moment: 'before', what: 'reply', isCommit: false })
  })
  paymentRoutes(app, services)
  complaintRoutes(app, services)
  await complaintAdminRoutes(app, services)
  membershipRoutes(app, services)
  reportRoutes(app, services)

  const alive = <T>(work: () => Promise<T>) => Promise.race([inRequest.run({}, work), death])
  // What a background job throws is logged by the program, and it goes on.
  const later = (work: () => Promise<unknown>) => alive(work).catch((error) => void wrong.push(String(error)))
  const logger = new Logger(() => () => {})
  const preset = { worker: { concurrentJobs: 1, completeJobBatchDelay: 0, failJobBatchDelay: 0 } }
  const taskList = { [APPLY_EVENT]: (payload: unknown) => applyEvent(services.payments, eventIdOf(payload)) }
  async function workOff(): Promise<void> {
    const client = await pool.connect()
    await runTaskListOnce({ logger, preset, noHandleSignals: true }, taskList, client).promise.finally(client.release)
  }
  return {
    ...edge,
    db,
    death,
    request: (request) => Promise.race([app.inject(request), death]),
    work: () => later(workOff),
    async reconcile() {
      await later(() => freeJobs(pool))
      await later(() => reconcile(services.payments))
    },
    sweepFiles: () => services.attachments.sweep(async (name) => isAttached(db, name)),
    direct(director) {
      direct = director
    },
    dawdle(chance) {
      dawdles = chance
    },
    end,
    async close() {
      if (isDead) return
      await Promise.all([db.destroy(), services.moneyPool.end(), services.lookUpPool.end()])
    },
  }
}

async function dawdle(chance: Chance): Promise<void> {
  for (let turns = chance.below(4); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve))
}
