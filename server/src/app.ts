import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { runInBackground } from './background-work.ts'
import { answerRoutes } from './complaints/cases/answer-routes.ts'
import { caseRoutes } from './complaints/cases/case-routes.ts'
import { withheldRoutes } from './complaints/cases/withheld-routes.ts'
import { complaintAdminRoutes } from './complaints/complaint-admin-routes.ts'
import { complaintRoutes } from './complaints/complaint-routes.ts'
import { caseNoticeRoutes, followRoutes } from './complaints/follow/follow-routes.ts'
import { dashboardRoutes } from './office/dashboard/dashboard-routes.ts'
import { importRoutes } from './office/imports/import-routes.ts'
import { bounceRoutes } from './office/mails/bounce-routes.ts'
import { mailRoutes } from './office/mails/mail-routes.ts'
import { preferencePage, preferenceRoutes } from './office/mails/preference-routes.ts'
import { reportRoutes } from './office/reports/report-routes.ts'
import { searchRoutes } from './office/search/search-routes.ts'
import { settingsRoutes } from './office/settings/settings-routes.ts'
import { bookRoutes } from './payments/books/book-routes.ts'
import { rejectCashInHand } from './payments/desk/cash-sheet.ts'
import { cashSheetRoutes } from './payments/desk/cash-sheet-routes.ts'
import { deskRoutes } from './payments/desk/desk-routes.ts'
import { payLinkRoutes } from './payments/links/pay-link-routes.ts'
import { paymentRoutes } from './payments/payment-routes.ts'
import { receiptRoutes } from './payments/receipts/receipt-routes.ts'
import { settlementRoutes } from './payments/settlements/settlement-routes.ts'
import { accountRoutes, deviceRoutes, personalDataRoutes } from './people/account/account-routes.ts'
import { eraseAccount } from './people/account/delete-account.ts'
import { auditRoutes } from './people/audit/audit-routes.ts'
import { authRoutes } from './people/auth/auth-routes.ts'
import { loginPages } from './people/auth/login-pages.ts'
import { passkeyRoutes } from './people/auth/passkeys/passkey-routes.ts'
import { recoveryPages, recoveryRoutes } from './people/auth/recovery/recovery-routes.ts'
import { secondFactorRoutes } from './people/auth/second-factor-routes.ts'
import { consentRoutes } from './people/consents/consent-routes.ts'
import { grievanceRoutes } from './people/grievances/grievance-routes.ts'
import { offeredKinds } from './people/privacy/breaches/breach-queries.ts'
import { breachRoutes } from './people/privacy/breaches/breach-routes.ts'
import { finishSoon } from './people/privacy/erasing/erase-person.ts'
import { privacyPages, privacyRoutes } from './people/privacy/privacy-routes.ts'
import { pushRoutes } from './people/push/push-routes.ts'
import { userRoutes } from './people/users/user-routes.ts'
import { campRoutes } from './pets/camps/camp-routes.ts'
import { careRoutes } from './pets/care/care-routes.ts'
import { communityRoutes } from './pets/community/community-routes.ts'
import { publicAnimalRoutes } from './pets/community/public-animal-routes.ts'
import { foundRoutes } from './pets/found/found-routes.ts'
import { threadRoutes } from './pets/found/thread-routes.ts'
import { lostRoutes } from './pets/lost/lost-routes.ts'
import { petRoutes } from './pets/pet-routes.ts'
import { photoRoutes } from './pets/photo-routes.ts'
import { printRoutes } from './pets/prints/print-routes.ts'
import { tagRoutes } from './pets/tags/tag-routes.ts'
import { rememberWrites } from './platform/db/standby.ts'
import { httpsOnly, securityHeaders } from './platform/http/headers/security-headers.ts'
import { healthRoutes, stopGracefully } from './platform/http/lifecycle/lifecycle.ts'
import { admitBodies, limitConnections } from './platform/http/limits/admission.ts'
import { cutSlowReaders, limitPipelining } from './platform/http/limits/connection-limits.ts'
import {
  acceptJsonOnly,
  answersToUnreadable,
  HTTP_LIMITS,
  requireOneHost,
} from './platform/http/limits/request-limits.ts'
import { trustedProxies } from './platform/http/limits/source-of.ts'
import { diskGauge, metricsRoutes } from './platform/http/metrics/metrics.ts'
import { storedMetrics } from './platform/http/metrics/stored-metrics.ts'
import { replyErrors } from './platform/http/routing/error-reply.ts'
import { logRequests } from './platform/http/routing/request-log.ts'
import type { Services } from './services.ts'
import { apiDocs } from './site/api-docs/api-docs.ts'
import { contactPage, legalRoutes } from './site/legal/legal-routes.ts'
import { pageRoutes } from './site/pages/page-routes.ts'
import { notCountedPage } from './site/pages/tag-page.ts'
import { donationRoutes } from './supporters/donations/donation-routes.ts'
import { cardRoutes } from './supporters/memberships/card-routes.ts'
import { isPlanInUse } from './supporters/memberships/membership-queries.ts'
import { membershipRoutes } from './supporters/memberships/membership-routes.ts'
import { planRoutes } from './supporters/plans/plan-routes.ts'

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
  app.addHook('onClose', async () => {
    await services.standby?.close()
    await Promise.all([services.readPool.end(), services.paymentPool.end(), services.noticePool.end()])
  })
  if (services.standby) rememberWrites(app, services.readPool)
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

  runInBackground(app, services)
  return app
}

async function featureRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const sendPage = await pageRoutes(app, services)
  authRoutes(app, services)
  secondFactorRoutes(app, services)
  passkeyRoutes(app, services)
  recoveryRoutes(app, services)
  loginPages(app, { ...services, sendPage })
  recoveryPages(app, { ...services, sendPage })
  accountRoutes(app, services)
  deviceRoutes(app, services)
  pushRoutes(app, services)
  personalDataRoutes(app, services)
  privacyRoutes(app, services)
  privacyPages(app, { ...services, sendPage })
  grievanceRoutes(app, services)
  breachRoutes(app, services)
  userRoutes(app, services, {
    requireDeletable: rejectCashInHand,
    eraseUser: (transaction, userId) => eraseAccount(services, transaction, userId, null),
    finishErasure: (request) => finishSoon(services, request),
  })
  mailRoutes(app, services)
  bounceRoutes(app, services)
  preferenceRoutes(app, services)
  preferencePage(app, { ...services, sendPage })
  petRoutes(app, services)
  careRoutes(app, services)
  communityRoutes(app, services)
  publicAnimalRoutes(app, { ...services, sendPage, notCountedPage: notCountedPage(services) })
  photoRoutes(app, services)
  lostRoutes(app, { ...services, sendPage })
  foundRoutes(app, { ...services, sendPage })
  threadRoutes(app, services)
  tagRoutes(app, services)
  campRoutes(app, services)
  printRoutes(app, services)
  paymentRoutes(app, services)
  complaintRoutes(app, services)
  followRoutes(app, { ...services, sendPage })
  caseNoticeRoutes(app, services)
  await complaintAdminRoutes(app, services)
  await caseRoutes(app, services)
  withheldRoutes(app, services)
  answerRoutes(app, services)
  planRoutes(app, { ...services, isPlanInUse })
  membershipRoutes(app, services)
  donationRoutes(app, services)
  cardRoutes(app, { ...services, sendPage })
  importRoutes(app, services)
  payLinkRoutes(app, { ...services, sendPage })
  deskRoutes(app, services)
  cashSheetRoutes(app, services)
  settlementRoutes(app, services)
  bookRoutes(app, services)
  receiptRoutes(app, { ...services, sendPage })
  reportRoutes(app, services)
  dashboardRoutes(app, services)
  searchRoutes(app, services)
  settingsRoutes(app, services)
  auditRoutes(app, { ...services, kindsOfData: offeredKinds })
  consentRoutes(app, services)
  legalRoutes(app, services)
  contactPage(app, { ...services, sendPage })
}

function serveMetrics(app: FastifyInstance, { config, metrics, db, ...services }: Services): void {
  const { pool, readPool, paymentPool, noticePool, direct } = services
  const pools = {
    main: pool,
    'look-up': readPool,
    money: paymentPool,
    notices: noticePool,
    ...(direct !== pool && { direct }),
  }
  const readStored = storedMetrics(metrics.registry, { db, pools })
  diskGauge(metrics.registry, config.dataDir)
  metricsRoutes(app, metrics, { token: config.metricsToken, readStored })
}
