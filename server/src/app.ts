import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { accountRoutes } from './account/account-routes.ts'
import { deviceRoutes } from './account/device-routes.ts'
import { personalDataRoutes } from './account/personal-data-routes.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { authRoutes } from './auth/auth-routes.ts'
import { recoveryRoutes } from './auth/recovery-routes.ts'
import { secondFactorRoutes } from './auth/second-factor-routes.ts'
import { sendResetLink } from './auth/send-reset-link.ts'
import { calendarRoutes } from './care/calendar-routes.ts'
import { careRoutes } from './care/care-routes.ts'
import { caseRoutes } from './complaints/cases/case-routes.ts'
import { complaintAdminRoutes } from './complaints/complaint-admin-routes.ts'
import { isAttached } from './complaints/complaint-files.ts'
import { complaintRoutes } from './complaints/complaint-routes.ts'
import { followRoutes } from './complaints/follow-routes.ts'
import { sealOldFiles } from './complaints/seal-old-files.ts'
import { sendTrackCode } from './complaints/track-code.ts'
import { dashboardRoutes } from './dashboard/dashboard-routes.ts'
import { cashSheetRoutes } from './desk/cash-sheet-routes.ts'
import { deskRoutes } from './desk/desk-routes.ts'
import { donationRoutes } from './donations/donation-routes.ts'
import { foundAdminRoutes } from './found/found-admin-routes.ts'
import { foundOwnerRoutes } from './found/found-owner-routes.ts'
import { foundPhotoRoutes } from './found/found-photo-routes.ts'
import { isFoundPhotoFile } from './found/found-photos.ts'
import { foundRoutes } from './found/found-routes.ts'
import { sendDigests } from './found/mail-owner.ts'
import { apiDocs } from './http/docs/api-docs.ts'
import { httpsOnly } from './http/headers/https-only.ts'
import { securityHeaders } from './http/headers/security-headers.ts'
import { stopGracefully } from './http/lifecycle/graceful-stop.ts'
import { healthRoutes } from './http/lifecycle/health.ts'
import { acceptJsonOnly, answersToUnreadable, HTTP_LIMITS, requireOneHost } from './http/limits/request-limits.ts'
import { rejectSlowBodies } from './http/limits/slow-bodies.ts'
import { cutSlowReaders } from './http/limits/slow-readers.ts'
import { trustedProxies } from './http/limits/trusted-proxies.ts'
import { countedTasks } from './http/metrics/metrics.ts'
import { metricsRoutes } from './http/metrics/metrics-routes.ts'
import { storedMetrics } from './http/metrics/stored-metrics.ts'
import { replyErrors } from './http/routing/error-reply.ts'
import { logRequests } from './http/routing/request-log.ts'
import { importRoutes } from './imports/import-routes.ts'
import { runImport } from './imports/run-import.ts'
import { runInBackground, type Start } from './jobs/background.ts'
import { runOnOneNodeEvery } from './jobs/clock.ts'
import { enqueue, taskList } from './jobs/enqueue.ts'
import { runJobs } from './jobs/run-jobs.ts'
import { unlockStaleJobs } from './jobs/unlock-stale-jobs.ts'
import { legalRoutes } from './legal/legal-routes.ts'
import { lostRoutes } from './lost/lost-routes.ts'
import { deliverMail } from './mail/deliver-mail.ts'
import { queueReminders, REMINDERS_EVERY_HOUR } from './mail/reminders.ts'
import { mailRoutes } from './mails/mail-routes.ts'
import { cardRoutes } from './memberships/card-routes.ts'
import { isPlanInUse } from './memberships/membership-queries.ts'
import { membershipRoutes } from './memberships/membership-routes.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { paymentRoutes } from './payments/payment-routes.ts'
import { reconcile } from './payments/reconcile/reconcile.ts'
import { SWEEP_EVERY_NIGHT, sweepPayments } from './payments/reconcile/sweep-payments.ts'
import { applyEvent } from './payments/webhooks/apply-event.ts'
import { petRoutes } from './pets/pet-routes.ts'
import { isPhotoFile } from './pets/photo-queries.ts'
import { photoRoutes } from './pets/photo-routes.ts'
import { planRoutes } from './plans/plan-routes.ts'
import { printRoutes } from './prints/print-routes.ts'
import { forgetOld } from './privacy/forget-old.ts'
import { sendPrivacyCode } from './privacy/privacy-code.ts'
import { privacyRoutes } from './privacy/privacy-routes.ts'
import { receiptDrawer } from './receipts/draw-receipt.ts'
import { receiptRoutes } from './receipts/receipt-routes.ts'
import { REMINDER_RULES } from './reminders.ts'
import { reportRoutes } from './reports/report-routes.ts'
import { writeScans } from './scans/scan-counter.ts'
import { scanRoutes } from './scans/scan-routes.ts'
import { searchRoutes } from './search/search-routes.ts'
import type { Services } from './services.ts'
import { followSettings } from './settings/follow-settings.ts'
import { settingsRoutes } from './settings/settings-routes.ts'
import { settlementRoutes } from './settlements/settlement-routes.ts'
import { tagRoutes } from './tags/tag-routes.ts'
import { userRoutes } from './users/user-routes.ts'

const FREE_JOBS_SECONDS = 15
const FORGET_SECONDS = 60 * 60
const FOUND_DIGEST_SECONDS = 60
const SEAL_SECONDS = 10 * 60
const SWEEP_SECONDS = 6 * 60 * 60

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
  replyErrors(app)
  acceptJsonOnly(app)
  logRequests(app)
  securityHeaders(app, config.publicUrl)
  requireOneHost(app)
  rejectSlowBodies(app)
  httpsOnly(app, config.publicUrl, isTrusted)

  healthRoutes(app, pool)
  serveMetrics(app, services)
  stopGracefully(app, config.drainSeconds)
  cutSlowReaders(app.server)
  await apiDocs(app, config.publicUrl)
  const sendPage = await pageRoutes(app, services)
  authRoutes(app, services)
  secondFactorRoutes(app, services)
  recoveryRoutes(app, services)
  accountRoutes(app, services)
  deviceRoutes(app, services)
  personalDataRoutes(app, services)
  privacyRoutes(app, services)
  userRoutes(app, services)
  mailRoutes(app, services)
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

  runInBackground(app, (stopping) => backgroundWork(services, stopping))
  return app
}

function serveMetrics(app: FastifyInstance, { config, metrics, db, ...services }: Services): void {
  const { pool, lookUpPool, moneyPool, direct } = services
  const pools = { main: pool, 'look-up': lookUpPool, money: moneyPool, ...(direct !== pool && { direct }) }
  const readStored = storedMetrics(metrics.registry, { db, pools })
  metricsRoutes(app, metrics, { token: config.metricsToken, readStored })
}

function backgroundWork(services: Services, stopping: AbortSignal): Start[] {
  const { config, direct, db, log, attachments, photos } = services
  const payments = services.paymentsUntil(stopping)
  const delivery = {
    ...{ db, log, send: services.sendMail, publicUrl: config.publicUrl, reminders: REMINDER_RULES },
    drawReceipt: receiptDrawer(services),
  }
  const tasks = taskList({
    'deliver-mail': (job) => deliverMail(delivery, job),
    'queue-reminders': () => queueReminders({ db, enqueueMail: services.enqueueMail, reminders: REMINDER_RULES }),
    'send-reset-link': (request) => sendResetLink(services, request),
    'send-privacy-code': (request) => sendPrivacyCode(services, request),
    'send-track-code': (claim) => sendTrackCode(services, claim),
    'remove-photo-files': ({ name }) => photos.remove(name),
    'apply-payment-event': ({ eventId }) => applyEvent(payments, eventId),
    'run-import': (job) => runImport(services, job),
    'sweep-payments': (page) => sweepPayments(payments, page),
  })
  return [
    () => followSettings(direct, services.foundationStore, log),
    () => writeScans(services.scans, log),
    () => writeScans(services.lostScans, log),
    async () => {
      const runner = await runJobs(direct, countedTasks(tasks, services.metrics), log, {
        crontab: `${SWEEP_EVERY_NIGHT}\n${REMINDERS_EVERY_HOUR}`,
      })
      await enqueue(db, 'queue-reminders', null, { jobKey: 'reminders' })
      return runner
    },
    () =>
      runOnOneNodeEvery(direct, log, {
        name: 'free-jobs',
        seconds: FREE_JOBS_SECONDS,
        work: () => unlockStaleJobs(direct),
      }),
    () =>
      runOnOneNodeEvery(direct, log, {
        name: 'reconcile',
        seconds: config.reconcileEverySeconds,
        work: () => reconcile(payments),
      }),
    () =>
      runOnOneNodeEvery(direct, log, {
        name: 'sweep',
        seconds: SWEEP_SECONDS,
        work: async () =>
          void (await attachments.sweep(
            async (name) =>
              (await isAttached(db, name)) || (await isPhotoFile(db, name)) || (await isFoundPhotoFile(db, name)),
          )),
      }),
    () =>
      runOnOneNodeEvery(direct, log, {
        name: 'found-digests',
        seconds: FOUND_DIGEST_SECONDS,
        work: () => sendDigests(services),
      }),
    () =>
      runOnOneNodeEvery(direct, log, {
        name: 'seal-files',
        seconds: SEAL_SECONDS,
        work: () => sealOldFiles(services, stopping),
      }),
    () => runOnOneNodeEvery(direct, log, { name: 'forget', seconds: FORGET_SECONDS, work: () => forgetOld(services) }),
  ]
}
