import type { FastifyInstance } from 'fastify'
import { isAttached } from './complaints/complaint-files.ts'
import { sendTrackCode } from './complaints/follow/track-code.ts'
import { migrateLegacyAttachments } from './complaints/migrate-legacy-attachments.ts'
import { mailUnpaid } from './complaints/unpaid-complaint.ts'
import { queueAdminNotices } from './office/dashboard/admin-notices.ts'
import { runImport } from './office/imports/run-import.ts'
import { followSettings } from './office/settings/foundation-store.ts'
import { fillIssuers } from './office/settings/receipt-issuers.ts'
import type { PaymentDeps } from './payments/payment-deps.ts'
import { receiptDrawer } from './payments/receipts/draw-receipt.ts'
import { reconcile, SWEEP_EVERY_NIGHT, sweepPayments } from './payments/reconcile/reconcile.ts'
import { applyEvent } from './payments/webhooks/webhook-inbox.ts'
import { sendResetLink } from './people/auth/recovery/send-links.ts'
import { queueLetters } from './people/privacy/breaches/breach-letters.ts'
import { forgetOld } from './people/privacy/erasing/forget-old.ts'
import { sendPrivacyCode } from './people/privacy/privacy-mails.ts'
import { deliverMorningDigest, deliverNotice } from './people/push/deliver-notice.ts'
import { isCertificateFile } from './pets/community/certificate-files.ts'
import { isFoundPhotoFile } from './pets/found/found-photos.ts'
import { sendDigests } from './pets/found/mail-owner.ts'
import { isPhotoFile } from './pets/photo-queries.ts'
import { writeScans } from './pets/scans/scan-counter.ts'
import { openDb } from './platform/db/pool.ts'
import { countedTasks } from './platform/http/metrics/metrics.ts'
import { type Clock, runOnOneNodeAlsoWhenMissed, runOnOneNodeEvery } from './platform/jobs/clock.ts'
import { enqueue, QUEUES, type Queue, type Tasks, taskList } from './platform/jobs/enqueue.ts'
import { runJobs, unlockStaleJobs } from './platform/jobs/run-jobs.ts'
import { deliverMail } from './platform/mail/deliver-mail.ts'
import { failLostMails } from './platform/mail/mail-queries.ts'
import { queueReminders, REMINDERS_EVERY_HOUR } from './platform/mail/reminders.ts'
import { REMINDER_RULES } from './reminders.ts'
import type { Services } from './services.ts'

const UNLOCK_JOBS_SECONDS = 15
const FORGET_SECONDS = 60 * 60
const MINUTE_SECONDS = 60
const LOST_MAILS_SECONDS = 60 * 60
const SEAL_SECONDS = 10 * 60
const SWEEP_SECONDS = 6 * 60 * 60

export const EVERY_MINUTE: { name: string; work: (services: Services) => Promise<void> }[] = [
  { name: 'unpaid-complaints', work: mailUnpaid },
  { name: 'found-digests', work: sendDigests },
  { name: 'admin-notices', work: queueAdminNotices },
]

const CRONTABS: Partial<Record<Queue, string>> = { money: SWEEP_EVERY_NIGHT, rest: REMINDERS_EVERY_HOUR }

// One reason for all signals: the stack of one that is made at each stop keeps the whole app in memory while anything keeps the signal, and
// graphile-worker 0.18 keeps the options of its runners for good.
const STOPPED = new DOMException('the program stops', 'AbortError')

export function runInBackground(app: FastifyInstance, services: Services): void {
  const stopping = new AbortController()
  const running: Running[] = []
  app.addHook('onReady', async () => {
    for (const start of backgroundWork(services, stopping.signal)) running.push(await start())
  })
  app.addHook('onClose', async () => {
    stopping.abort(STOPPED)
    for (const part of running.reverse()) await part.stop()
  })
}

type Running = { stop: () => Promise<void> }

/** All work that no request starts: following changes in the database, running the jobs, and what is done at intervals. */
function backgroundWork(services: Services, stopping: AbortSignal): (() => Running | Promise<Running>)[] {
  const { direct, db, log, noticePool } = services
  const payments = services.paymentsUntil(stopping)
  return [
    () => followSettings(direct, services.foundationStore, log),
    () => writeScans(services.scans, log),
    () => writeScans(services.lostScans, log),
    async () => {
      const tasks = tasksOf(services, payments)
      const runners = await Promise.all(
        QUEUES.map((queue) =>
          runJobs(queue === 'push' ? noticePool : direct, countedTasks(taskList(queue, tasks), services.metrics), log, {
            crontab: CRONTABS[queue],
          }),
        ),
      )
      await enqueue(db, 'queue-reminders', null, { jobKey: 'reminders' })
      return {
        async stop() {
          await Promise.all(runners.map((runner) => runner.stop()))
        },
      }
    },
    ...clocksOf(services, payments).map((clock) => () => runOnOneNodeEvery(direct, log, clock)),
    ...longClocksOf(services, stopping).map((clock) => () => runOnOneNodeAlsoWhenMissed(direct, log, clock)),
  ]
}

function tasksOf(services: Services, payments: PaymentDeps): Tasks {
  const { config, db, log, photos } = services
  const delivery = {
    db,
    log,
    send: services.sendMail,
    publicUrl: config.publicUrl,
    foundation: services.foundation,
    reminders: REMINDER_RULES,
    drawReceipt: receiptDrawer(services),
  }
  const notices = { db: openDb(services.noticePool), log, send: services.sendPush }
  return {
    'deliver-mail': (job) => deliverMail(delivery, job),
    'deliver-notice': (job) => deliverNotice(notices, job),
    'deliver-morning-digest': (job) => deliverMorningDigest(notices, job),
    'queue-reminders': () => queueReminders({ db, enqueueMail: services.enqueueMail, reminders: REMINDER_RULES }),
    'send-reset-link': (request) => sendResetLink(services, request),
    'send-privacy-code': (request) => sendPrivacyCode(services, request),
    'send-track-code': (claim) => sendTrackCode(services, claim),
    'remove-photo-files': ({ name }) => photos.remove(name),
    'remove-certificate-file': ({ name }) => services.attachments.remove({ name, originalName: null }),
    'apply-payment-event': ({ eventId }) => applyEvent(payments, eventId),
    'queue-breach-letters': ({ breachId }) => queueLetters(services, breachId),
    'run-import': (job) => runImport(services, job),
    'sweep-payments': (page) => sweepPayments(payments, page),
  }
}

function clocksOf(services: Services, payments: PaymentDeps): Clock[] {
  const { config, direct } = services
  return [
    { name: 'free-jobs', seconds: UNLOCK_JOBS_SECONDS, work: () => unlockStaleJobs(direct) },
    { name: 'reconcile', seconds: config.reconcileEverySeconds, work: () => reconcile(payments) },
    ...EVERY_MINUTE.map(({ name, work }) => ({ name, seconds: MINUTE_SECONDS, work: () => work(services) })),
  ]
}

/** The work that is due every ten minutes or less often. */
function longClocksOf(services: Services, stopping: AbortSignal): Clock[] {
  const { db, attachments } = services
  const isKept = async (name: string) =>
    (await isAttached(db, name)) ||
    (await isPhotoFile(db, name)) ||
    (await isFoundPhotoFile(db, name)) ||
    (await isCertificateFile(db, name))
  return [
    { name: 'sweep', seconds: SWEEP_SECONDS, work: async () => void (await attachments.sweep(isKept, stopping)) },
    { name: 'seal-files', seconds: SEAL_SECONDS, work: () => migrateLegacyAttachments(services, stopping) },
    { name: 'forget', seconds: FORGET_SECONDS, work: () => forgetOld(services, stopping) },
    {
      name: 'receipt-issuers',
      seconds: FORGET_SECONDS,
      work: () => fillIssuers(db, services.foundationStore.current()),
    },
    { name: 'lost-mails', seconds: LOST_MAILS_SECONDS, work: () => failLostMails(db) },
  ]
}
