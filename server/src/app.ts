import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { authRoutes } from './auth/auth-routes.ts'
import { complaintAdminRoutes } from './complaints/complaint-admin-routes.ts'
import { isAttached } from './complaints/complaint-queries.ts'
import { complaintRoutes } from './complaints/complaint-routes.ts'
import { apiDocs } from './http/api-docs.ts'
import { stopGracefully } from './http/graceful-stop.ts'
import { securityHeaders } from './http/headers.ts'
import { healthRoutes } from './http/health-routes.ts'
import { httpsOnly } from './http/https-only.ts'
import { acceptJsonOnly, answersToUnreadable, HTTP_LIMITS, requireOneHost } from './http/limits.ts'
import { replyErrors } from './http/reply-error.ts'
import { logRequests } from './http/request-log.ts'
import { cutSlowReaders } from './http/slow-readers.ts'
import { trustedProxies } from './http/trusted-proxies.ts'
import { runInBackground } from './jobs/background.ts'
import { everySoOften } from './jobs/clock.ts'
import { freeJobs } from './jobs/free-jobs.ts'
import { runJobs } from './jobs/run-jobs.ts'
import { lateLog } from './late-log.ts'
import { isPlanInUse } from './memberships/membership-queries.ts'
import { membershipRoutes } from './memberships/membership-routes.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { applyEvent, eventIdOf } from './payments/apply-event.ts'
import { paymentRoutes } from './payments/payment-routes.ts'
import { reconcile } from './payments/reconcile.ts'
import { SWEEP_EVERY_NIGHT, SWEEP_PAYMENTS, sweepPayments } from './payments/sweep-payments.ts'
import { APPLY_EVENT } from './payments/webhook-inbox.ts'
import { forgetOld } from './people/forget-old.ts'
import { petRoutes } from './pets/pet-routes.ts'
import { planRoutes } from './plans/plan-routes.ts'
import { reportRoutes } from './reports/report-routes.ts'
import type { Services } from './services.ts'
import { tagRoutes } from './tags/tag-routes.ts'
import { userRoutes } from './users/user-routes.ts'

const FREE_JOBS_SECONDS = 15
const FORGET_SECONDS = 60 * 60
const SWEEP_SECONDS = 6 * 60 * 60

/** The table of contents: everything that the server does, in order. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { config, pool, db, log, attachments } = services
  const isTrusted = trustedProxies(config.trustedProxies)
  const app = Fastify({
    ...HTTP_LIMITS,
    ...answersToUnreadable(config.publicUrl),
    loggerInstance: log,
    childLoggerFactory: (parent, bindings, options) => lateLog(parent, bindings, options),
    genReqId: () => randomUUID(),
    trustProxy: isTrusted,
  })
  app.addHook('onClose', async () => void (await Promise.all([services.lookUpPool.end(), services.moneyPool.end()])))
  app.decorateRequest('person', null)
  replyErrors(app)
  acceptJsonOnly(app)
  logRequests(app)
  securityHeaders(app, config.publicUrl)
  requireOneHost(app)
  httpsOnly(app, config.publicUrl, isTrusted)

  healthRoutes(app, pool)
  stopGracefully(app, config.drainSeconds)
  cutSlowReaders(app.server)
  await apiDocs(app, config.publicUrl)
  await pageRoutes(app, services)
  authRoutes(app, services)
  userRoutes(app, services)
  petRoutes(app, services)
  tagRoutes(app, services)
  paymentRoutes(app, services)
  complaintRoutes(app, services)
  await complaintAdminRoutes(app, services)
  planRoutes(app, { ...services, isPlanInUse })
  membershipRoutes(app, services)
  reportRoutes(app, services)

  runInBackground(app, (stopping) => {
    const payments = services.paymentsUntil(stopping)
    const jobs = {
      [APPLY_EVENT]: (payload: unknown) => applyEvent(payments, eventIdOf(payload)),
      [SWEEP_PAYMENTS]: (payload: unknown) => sweepPayments(payments, payload),
    }
    return [
      () => runJobs(pool, jobs, log, { crontab: SWEEP_EVERY_NIGHT }),
      () => everySoOften(pool, log, { name: 'free-jobs', seconds: FREE_JOBS_SECONDS, work: () => freeJobs(pool) }),
      () =>
        everySoOften(pool, log, {
          name: 'reconcile',
          seconds: config.reconcileEverySeconds,
          work: () => reconcile(payments),
        }),
      () =>
        everySoOften(pool, log, {
          name: 'sweep',
          seconds: SWEEP_SECONDS,
          work: async () => void (await attachments.sweep((name) => isAttached(db, name))),
        }),
      () => everySoOften(pool, log, { name: 'forget', seconds: FORGET_SECONDS, work: () => forgetOld(services) }),
    ]
  })
  return app
}
