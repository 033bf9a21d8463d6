import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify'
import { Logger, runTaskListOnce } from 'graphile-worker'
import { complaintAdminRoutes } from '../../../../server/src/complaints/complaint-admin-routes.ts'
import { isAttached } from '../../../../server/src/complaints/complaint-files.ts'
import { complaintRoutes } from '../../../../server/src/complaints/complaint-routes.ts'
import { mailUnpaid } from '../../../../server/src/complaints/unpaid-complaint.ts'
import { reportRoutes } from '../../../../server/src/office/reports/report-routes.ts'
import { bookRoutes } from '../../../../server/src/payments/books/book-routes.ts'
import { rejectCashInHand } from '../../../../server/src/payments/desk/cash-sheet.ts'
import { cashSheetRoutes } from '../../../../server/src/payments/desk/cash-sheet-routes.ts'
import { deskRoutes } from '../../../../server/src/payments/desk/desk-routes.ts'
import { payLinkRoutes } from '../../../../server/src/payments/links/pay-link-routes.ts'
import { paymentRoutes } from '../../../../server/src/payments/payment-routes.ts'
import type { Provider as ProviderAccount } from '../../../../server/src/payments/provider/gateway.ts'
import { reconcile, sweepPayments } from '../../../../server/src/payments/reconcile/reconcile.ts'
import { applyEvent } from '../../../../server/src/payments/webhooks/webhook-inbox.ts'
import { privacyRoutes } from '../../../../server/src/people/privacy/privacy-routes.ts'
import { userRoutes } from '../../../../server/src/people/users/user-routes.ts'
import type { Config } from '../../../../server/src/platform/config/config.ts'
import { type Db, openDb, openPool } from '../../../../server/src/platform/db/pool.ts'
import { acceptJsonOnly, HTTP_LIMITS } from '../../../../server/src/platform/http/limits/request-limits.ts'
import { replyErrors } from '../../../../server/src/platform/http/routing/error-reply.ts'
import { taskList } from '../../../../server/src/platform/jobs/enqueue.ts'
import { unlockStaleJobs } from '../../../../server/src/platform/jobs/run-jobs.ts'
import { createLog } from '../../../../server/src/platform/log.ts'
import { buildServices, type Services } from '../../../../server/src/services.ts'
import { donationRoutes } from '../../../../server/src/supporters/donations/donation-routes.ts'
import { membershipRoutes } from '../../../../server/src/supporters/memberships/membership-routes.ts'
import type { Random } from '../random.ts'
import { type Edge, inRequest, Transactions } from './edge.ts'
import type { Director } from './fault-plan.ts'
import { watchDatabase } from './sql-edge.ts'

/** One process of the program, from its start until it closes or crashes. It runs inside this process. */
export type SimulatedProcess = Edge & {
  db: Db
  /** Resolves with null after a crash. */
  death: Promise<null>
  /** Handles a request; null if the process ends first. */
  request: (request: InjectOptions) => Promise<LightMyRequestResponse | null>
  /** Runs all due jobs. */
  work: () => Promise<unknown>
  /** The reconciler's periodic round. */
  reconcile: () => Promise<void>
  /** The work of each minute that mails the links to unpaid complaints. */
  mailUnpaid: () => Promise<unknown>
  sweepFiles: () => Promise<number>
  /** Sets what injects faults; none happen during the start. */
  direct: (director: Director) => void
  /** Adds random delays at every step, so that two processes interleave differently each time. */
  addJitter: (random: Random) => void
  /** Crashes it. */
  end: () => void
  close: () => Promise<void>
}

const NEVER = new Promise<never>(() => {})

/** Starts the parts of the product that handle money, built as app.ts does, with their own pool. */
export async function startProcess(
  config: Config,
  databaseUrl: string,
  accountOf: (edge: Edge) => ProviderAccount,
): Promise<SimulatedProcess> {
  const { edge, death, end, direct, addJitter } = createEdge()
  const pool = openPool(watchDatabase(databaseUrl, edge), () => {})
  const db = openDb(pool)
  const log = createLog('error', { write: (line) => void edge.wrong.push(line) })
  const services = await buildServices(config, { pool, db }, accountOf(edge), log).catch(async (error: unknown) => {
    await db.destroy()
    throw error
  })
  const app = await buildRoutes(services, edge)

  const alive = <T>(work: () => Promise<T>) => Promise.race([inRequest.run({}, work), death])
  // As in the program, an error of a background job is logged only.
  const later = (work: () => Promise<unknown>) => alive(work).catch((error) => void edge.wrong.push(String(error)))
  return {
    ...edge,
    db,
    death,
    request: (request) => Promise.race([app.inject(request), death]),
    work: () => later(() => runDueJobs(services)),
    async reconcile() {
      await later(() => unlockStaleJobs(pool))
      await later(() => reconcile(services.payments))
    },
    mailUnpaid: () => later(() => mailUnpaid(services)),
    sweepFiles: () => services.attachments.sweep(async (name) => isAttached(db, name)),
    direct,
    addJitter,
    end,
    async close() {
      if (edge.isDead()) return
      await Promise.all([db.destroy(), services.paymentPool.end(), services.noticePool.end(), services.readPool.end()])
    },
  }
}

/** The edge of one process. Once it has ended, no step of it goes on. */
function createEdge(): { edge: Edge } & Pick<SimulatedProcess, 'death' | 'end' | 'direct' | 'addJitter'> {
  let direct: Director = () => null
  let isDead = false
  let jitter: Random | null = null
  const { promise: death, resolve: die } = Promise.withResolvers<null>()
  const edge: Edge = {
    isDead: () => isDead,
    wrong: [],
    sockets: new Set(),
    asked: [],
    transactions: new Transactions(),
    async step(point) {
      if (isDead) return NEVER
      if (jitter) await waitRandomly(jitter)
      const fault = direct(point)
      if (fault?.do !== 'crash') return fault
      end()
      return NEVER
    },
  }
  function end(): void {
    isDead = true
    for (const socket of edge.sockets) socket.destroy()
    die(null)
  }
  return {
    edge,
    death,
    end,
    direct(director) {
      direct = director
    },
    addJitter(random) {
      jitter = random
    },
  }
}

async function buildRoutes(services: Services, edge: Edge): Promise<FastifyInstance> {
  const app = Fastify({ ...HTTP_LIMITS, loggerInstance: services.log, genReqId: () => randomUUID() })
  app.decorateRequest('person', null)
  replyErrors(app)
  acceptJsonOnly(app)
  // Set here because reading the request body loses the async context.
  app.addHook('preHandler', (_request, _reply, done) => inRequest.run({}, done))
  app.addHook('onSend', async () => {
    await edge.step({ edge: 'reply', moment: 'before', what: 'reply', isCommit: false })
  })
  paymentRoutes(app, services)
  complaintRoutes(app, services)
  await complaintAdminRoutes(app, services)
  membershipRoutes(app, services)
  donationRoutes(app, services)
  deskRoutes(app, services)
  cashSheetRoutes(app, services)
  // Only admins are deleted here.
  const noErasure = { eraseUser: async () => {}, finishErasure: async () => {} }
  userRoutes(app, services, { requireDeletable: rejectCashInHand, ...noErasure })
  // The pages are not built here: what they would show is sent as it is.
  payLinkRoutes(app, { ...services, sendPage: (_request, reply, page, status) => reply.code(status).send(page) })
  reportRoutes(app, services)
  bookRoutes(app, services)
  privacyRoutes(app, services)
  return app
}

/** Runs the payments' queue alone, as while a mail server hangs. */
async function runDueJobs({ pool, payments }: Services): Promise<void> {
  const tasks = taskList('money', {
    // The simulation has no mail server, so mails are held, nobody forgets a password or asks about data, pets have no photos,
    // nothing is imported, and no device is told of anything: no such jobs are added.
    'remove-photo-files': async () => {},
    'remove-certificate-file': async () => {},
    'deliver-mail': async () => {},
    'queue-reminders': async () => {},
    'send-reset-link': async () => {},
    'send-privacy-code': async () => {},
    'send-track-code': async () => {},
    'run-import': async () => {},
    'queue-breach-letters': async () => {},
    'deliver-notice': async () => {},
    'deliver-morning-digest': async () => {},
    'apply-payment-event': ({ eventId }) => applyEvent(payments, eventId),
    'sweep-payments': (page) => sweepPayments(payments, page),
  })
  const logger = new Logger(() => () => {})
  const preset = { worker: { concurrentJobs: 1, completeJobBatchDelay: 0, failJobBatchDelay: 0 } }
  const client = await pool.connect()
  await runTaskListOnce({ logger, preset, noHandleSignals: true }, tasks, client).promise.finally(client.release)
}

async function waitRandomly(random: Random): Promise<void> {
  for (let turns = random.below(4); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve))
}
