import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from './deps.ts'
import { LIMITS } from './limits.ts'
import { type FoundationStore, foundationStore } from './office/settings/foundation-store.ts'
import type { PaymentDeps } from './payments/payment-deps.ts'
import { type Provider, providerCircuit, timedCircuit } from './payments/provider/gateway.ts'
import { razorpay } from './payments/provider/razorpay.ts'
import { sessionLoader } from './people/auth/session-queries.ts'
import { pushSender, type SendPush } from './people/push/send-push.ts'
import { type LostScans, lostScans } from './pets/lost/lost-scans.ts'
import { type FindTagView, tagViews } from './pets/public-pet.ts'
import { type ScanCounter, scanCounter } from './pets/scans/scan-counter.ts'
import type { Config } from './platform/config/config.ts'
import { countersIn } from './platform/db/counters.ts'
import type { Database } from './platform/db/database.ts'
import { openDb, openNoticePool, openPaymentPool, openReadPool, type Pool } from './platform/db/pool.ts'
import { openStandby, type Standby } from './platform/db/standby.ts'
import { type FileStore, fileStore, openFileDriver } from './platform/files/file-store.ts'
import { type PhotoStore, photoStore } from './platform/files/photo-store.ts'
import { loadSecretKey } from './platform/files/secret-key.ts'
import { createLoadShedding } from './platform/http/limits/load-shedding.ts'
import { createThrottles } from './platform/http/limits/throttles.ts'
import { createMetrics, type Metrics } from './platform/http/metrics/metrics.ts'
import { outbox } from './platform/mail/outbox.ts'
import { mailCircuit, type SendMail, smtp } from './platform/mail/smtp.ts'
import { PURPOSE_RULES } from './purposes.ts'

export type Services = Deps & {
  pool: Pool
  /** For what needs a session (`platform/db/database.ts`). */
  direct: Pool
  readPool: Pool
  /** Null unless READ_DATABASE_URL names one. */
  standby: Standby | null
  paymentPool: Pool
  /** For the jobs that tell devices. */
  noticePool: Pool
  log: FastifyBaseLogger
  metrics: Metrics
  provider: Provider
  payments: PaymentDeps
  /** The same for background work: it stops waiting for the provider once `stopping` aborts. */
  paymentsUntil: (stopping: AbortSignal) => PaymentDeps
  attachments: FileStore
  photos: PhotoStore
  findTagView: FindTagView
  scans: ScanCounter
  lostScans: LostScans
  foundationStore: FoundationStore
  /** Null while there is no mail server, and mails are held. */
  sendMail: SendMail | null
  sendPush: SendPush
}

export async function buildServices(
  config: Config,
  { pool, db, direct = pool }: Pick<Database, 'pool' | 'db'> & Partial<Pick<Database, 'direct'>>,
  provider: Provider,
  log: FastifyBaseLogger,
  { smtpUrl }: { smtpUrl: string | null } = config,
): Promise<Services> {
  const readPool = openReadPool(pool, config.pooling)
  const standby = openStandby(config, direct, log)
  const paymentPool = openPaymentPool(pool, config.pooling)
  const noticePool = openNoticePool(direct)
  const metrics = createMetrics()
  const breaker = providerCircuit(config.providerCircuitOpenSeconds, log)
  const circuit = timedCircuit(breaker, (outcome, seconds) => metrics.providerCalls.observe({ outcome }, seconds))
  const settings = await foundationStore(db, config)
  const foundation = settings.current
  const enqueueMail = outbox(() => ({ ...foundation(), publicUrl: config.publicUrl }), { isHeld: smtpUrl === null })
  const driver = await openFileDriver(config, log)
  const payments: PaymentDeps = {
    keyId: provider.keyId,
    keySecret: provider.keySecret,
    webhookSecret: provider.webhookSecret,
    webhookSecretPrevious: provider.webhookSecretPrevious ?? null,
    foundation,
    reconcileAfterSeconds: config.reconcileAfterSeconds,
    reconcileEverySeconds: config.reconcileEverySeconds,
    db: openDb(paymentPool),
    log,
    gateway: razorpay(provider, circuit),
    payables: PURPOSE_RULES,
    enqueueMail,
  }
  // The first creates the data folder, in which the second may create the key.
  const attachments = await fileStore(config.dataDir, driver, config.diskReserveMb)
  const secretKey = await loadSecretKey(config)
  return {
    config,
    pool,
    direct,
    readPool,
    standby,
    paymentPool,
    noticePool,
    db,
    provider,
    log,
    foundation,
    foundationStore: settings,
    loadShedding: createLoadShedding(),
    throttles: createThrottles(pool, LIMITS, config.rateLimits, (limit) => metrics.throttled.inc({ limit })),
    metrics,
    counters: countersIn(readPool),
    enqueueMail,
    sendMail: smtpUrl === null ? null : smtp({ smtpUrl, from: config.mailFrom, circuit: mailCircuit(log) }),
    findPerson: sessionLoader(readPool, db, config),
    findTagView: tagViews(readPool, standby),
    scans: scanCounter(db),
    lostScans: lostScans({ db, enqueueMail }),
    attachments,
    secretKey,
    sendPush: pushSender({ db: openDb(noticePool), secretKey, config, log, metrics }),
    photos: await photoStore(config.dataDir, driver, config.diskReserveMb),
    payments,
    paymentsUntil: (stopping) => ({ ...payments, stopping, gateway: razorpay(provider, circuit, stopping) }),
  }
}

export async function openAttachments(config: Config, log: FastifyBaseLogger): Promise<FileStore> {
  return fileStore(config.dataDir, await openFileDriver(config, log), config.diskReserveMb)
}
