import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { authRoutes } from './auth/auth-routes.ts'
import { findPerson } from './auth/session-queries.ts'
import { diskAttachments } from './complaints/attachment-store.ts'
import { complaintAdminRoutes } from './complaints/complaint-admin-routes.ts'
import { payableComplaint } from './complaints/complaint-payment.ts'
import { isAttached } from './complaints/complaint-queries.ts'
import { complaintRoutes } from './complaints/complaint-routes.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Deps } from './deps.ts'
import { apiDocs } from './http/api-docs.ts'
import { securityHeaders } from './http/headers.ts'
import { healthRoutes } from './http/health-routes.ts'
import { acceptJsonOnly, HTTP_LIMITS } from './http/limits.ts'
import { replyErrors } from './http/reply-error.ts'
import { logRequests } from './http/request-log.ts'
import { createThrottles } from './http/throttles.ts'
import { runInBackground } from './jobs/background.ts'
import { everySoOften } from './jobs/clock.ts'
import { runJobs } from './jobs/run-jobs.ts'
import { payableMembership } from './memberships/activate-membership.ts'
import { isPlanInUse } from './memberships/membership-queries.ts'
import { membershipRoutes } from './memberships/membership-routes.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { applyEvent, eventIdOf } from './payments/apply-event.ts'
import type { PaymentDeps } from './payments/payment-deps.ts'
import { paymentRoutes } from './payments/payment-routes.ts'
import type { Provider } from './payments/provider.ts'
import { razorpay } from './payments/razorpay.ts'
import { reconcile } from './payments/reconcile.ts'
import { APPLY_EVENT } from './payments/webhook-inbox.ts'
import { petRoutes } from './pets/pet-routes.ts'
import { tagViews } from './pets/tag-view.ts'
import { planRoutes } from './plans/plan-routes.ts'
import { reportRoutes } from './reports/report-routes.ts'
import { tagRoutes } from './tags/tag-routes.ts'
import { userRoutes } from './users/user-routes.ts'

const SWEEP_SECONDS = 6 * 60 * 60

/** The table of contents: everything that the server does, in order. */
export async function buildApp(
  config: Config,
  { pool, db }: Pick<Database, 'pool' | 'db'>,
  provider: Provider,
  log: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const deps: Deps = {
    db,
    config,
    provider,
    throttles: createThrottles(pool, config.rateLimits),
    findPerson: (token) => findPerson(db, token),
  }
  const findTagView = tagViews(pool)
  const attachments = await diskAttachments(config.dataDir)
  const payments: PaymentDeps = {
    ...config,
    ...provider,
    db,
    log,
    gateway: razorpay(provider),
    // Who is told when money arrives, or goes back.
    payables: { complaint: payableComplaint, membership: payableMembership },
  }

  const app = Fastify({ ...HTTP_LIMITS, loggerInstance: log, genReqId: () => randomUUID() })
  app.decorateRequest('person', null)
  replyErrors(app)
  acceptJsonOnly(app)
  logRequests(app)
  await securityHeaders(app, config.publicUrl)

  healthRoutes(app, pool)
  await apiDocs(app, config.publicUrl)
  await pageRoutes(app, { ...deps, findTagView })
  authRoutes(app, deps)
  userRoutes(app, deps)
  petRoutes(app, { ...deps, findTagView })
  tagRoutes(app, deps)
  paymentRoutes(app, { ...deps, payments })
  complaintRoutes(app, { ...deps, payments, attachments })
  await complaintAdminRoutes(app, { ...deps, payments, attachments })
  planRoutes(app, { ...deps, isPlanInUse })
  membershipRoutes(app, { ...deps, payments })
  reportRoutes(app, deps)
  runInBackground(app, [
    () => runJobs(pool, { [APPLY_EVENT]: (payload) => applyEvent(payments, eventIdOf(payload)) }, log),
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
  ])
  return app
}
