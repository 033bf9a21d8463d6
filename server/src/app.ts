import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { accountRoutes } from './account/account-routes.ts'
import { deviceRoutes } from './account/device-routes.ts'
import { personalDataRoutes } from './account/personal-data-routes.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { authRoutes } from './auth/auth-routes.ts'
import { recoveryRoutes } from './auth/recovery-routes.ts'
import { secondFactorRoutes } from './auth/second-factor-routes.ts'
import { backgroundWork } from './background-work.ts'
import { calendarRoutes } from './care/calendar-routes.ts'
import { careRoutes } from './care/care-routes.ts'
import { answerRoutes } from './complaints/cases/answer-routes.ts'
import { caseRoutes } from './complaints/cases/case-routes.ts'
import { withheldRoutes } from './complaints/cases/withheld-routes.ts'
import { complaintAdminRoutes } from './complaints/complaint-admin-routes.ts'
import { complaintRoutes } from './complaints/complaint-routes.ts'
import { followRoutes } from './complaints/follow-routes.ts'
import { dashboardRoutes } from './dashboard/dashboard-routes.ts'
import { rejectCashInHand } from './desk/cash-sheet.ts'
import { cashSheetRoutes } from './desk/cash-sheet-routes.ts'
import { deskRoutes } from './desk/desk-routes.ts'
import { donationRoutes } from './donations/donation-routes.ts'
import { foundAdminRoutes } from './found/found-admin-routes.ts'
import { foundOwnerRoutes } from './found/found-owner-routes.ts'
import { foundPhotoRoutes } from './found/found-photo-routes.ts'
import { foundRoutes } from './found/found-routes.ts'
import { apiDocs } from './http/docs/api-docs.ts'
import { httpsOnly } from './http/headers/https-only.ts'
import { securityHeaders } from './http/headers/security-headers.ts'
import { stopGracefully } from './http/lifecycle/graceful-stop.ts'
import { healthRoutes } from './http/lifecycle/health.ts'
import { admitBodies, limitConnections } from './http/limits/admission.ts'
import { limitPipelining } from './http/limits/pipelining.ts'
import { acceptJsonOnly, answersToUnreadable, HTTP_LIMITS, requireOneHost } from './http/limits/request-limits.ts'
import { cutSlowReaders } from './http/limits/slow-readers.ts'
import { trustedProxies } from './http/limits/trusted-proxies.ts'
import { metricsRoutes } from './http/metrics/metrics-routes.ts'
import { storedMetrics } from './http/metrics/stored-metrics.ts'
import { replyErrors } from './http/routing/error-reply.ts'
import { logRequests } from './http/routing/request-log.ts'
import { importRoutes } from './imports/import-routes.ts'
import { runInBackground } from './jobs/background.ts'
import { legalRoutes } from './legal/legal-routes.ts'
import { lostRoutes } from './lost/lost-routes.ts'
import { bounceRoutes } from './mails/bounce-routes.ts'
import { mailRoutes } from './mails/mail-routes.ts'
import { preferenceRoutes } from './mails/preference-routes.ts'
import { cardRoutes } from './memberships/card-routes.ts'
import { isPlanInUse } from './memberships/membership-queries.ts'
import { membershipRoutes } from './memberships/membership-routes.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { paymentRoutes } from './payments/payment-routes.ts'
import { petRoutes } from './pets/pet-routes.ts'
import { photoRoutes } from './pets/photo-routes.ts'
import { planRoutes } from './plans/plan-routes.ts'
import { printRoutes } from './prints/print-routes.ts'
import { privacyRoutes } from './privacy/privacy-routes.ts'
import { receiptRoutes } from './receipts/receipt-routes.ts'
import { reportRoutes } from './reports/report-routes.ts'
import { scanRoutes } from './scans/scan-routes.ts'
import { searchRoutes } from './search/search-routes.ts'
import type { Services } from './services.ts'
import { settingsRoutes } from './settings/settings-routes.ts'
import { settlementRoutes } from './settlements/settlement-routes.ts'
import { tagRoutes } from './tags/tag-routes.ts'
import { userRoutes } from './users/user-routes.ts'

/** Registers hooks, routes and jobs, in the order in which they take effect. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { config, pool, log } = services
  const isTrusted = trustedProxies(config.trustedProxies)
  const app = Fastify({
    ...HTTP_LIMITS,
    ...answersToUnreadable(config.publicUrl),
    loggerInstance: log,
    genReqId: () => randomUUID(),
    trustProxy: isTrusted,
  })
  app.addHook('onClose', async () => void (await Promise.all([services.lookUpPool.end(), services.moneyPool.end()])))
  app.decorateRequest('person', null)
  limitPipelining(app)
  replyErrors(app)
  acceptJsonOnly(app)
  logRequests(app)
  securityHeaders(app, config.publicUrl)
  requireOneHost(app)
  admitBodies(app, config.rateLimits)
  httpsOnly(app, config.publicUrl, isTrusted)

  healthRoutes(app, pool)
  serveMetrics(app, services)
  stopGracefully(app, config.drainSeconds)
  limitConnections(app.server, isTrusted, config.rateLimits)
  cutSlowReaders(app.server)
  await apiDocs(app, config.publicUrl)
  await featureRoutes(app, services)

  runInBackground(app, (stopping) => backgroundWork(services, stopping))
  return app
}

async function featureRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const sendPage = await pageRoutes(app, services)
  authRoutes(app, services)
  secondFactorRoutes(app, services)
  recoveryRoutes(app, services)
  accountRoutes(app, services)
  deviceRoutes(app, services)
  personalDataRoutes(app, services)
  privacyRoutes(app, services)
  userRoutes(app, services, { requireDeletable: rejectCashInHand })
  mailRoutes(app, services)
  bounceRoutes(app, services)
  preferenceRoutes(app, services)
  petRoutes(app, services)
  careRoutes(app, services)
  calendarRoutes(app, services)
  scanRoutes(app, services)
  photoRoutes(app, services)
  lostRoutes(app, { ...services, sendPage })
  foundRoutes(app, { ...services, sendPage })
  foundPhotoRoutes(app, services)
  foundOwnerRoutes(app, services)
  foundAdminRoutes(app, services)
  tagRoutes(app, services)
  printRoutes(app, services)
  paymentRoutes(app, services)
  complaintRoutes(app, services)
  followRoutes(app, { ...services, sendPage })
  await complaintAdminRoutes(app, services)
  await caseRoutes(app, services)
  withheldRoutes(app, services)
  answerRoutes(app, services)
  planRoutes(app, { ...services, isPlanInUse })
  membershipRoutes(app, services)
  donationRoutes(app, services)
  cardRoutes(app, { ...services, sendPage })
  importRoutes(app, services)
  deskRoutes(app, services)
  cashSheetRoutes(app, services)
  settlementRoutes(app, services)
  receiptRoutes(app, services)
  reportRoutes(app, services)
  dashboardRoutes(app, services)
  searchRoutes(app, services)
  settingsRoutes(app, services)
  auditRoutes(app, services)
  legalRoutes(app, services)
}

function serveMetrics(app: FastifyInstance, { config, metrics, db, ...services }: Services): void {
  const { pool, lookUpPool, moneyPool, direct } = services
  const pools = { main: pool, 'look-up': lookUpPool, money: moneyPool, ...(direct !== pool && { direct }) }
  const readStored = storedMetrics(metrics.registry, { db, pools })
  metricsRoutes(app, metrics, { token: config.metricsToken, readStored })
}
