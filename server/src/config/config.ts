import path from 'node:path'
import { legalDetails } from './legal-details.ts'
import { rejectUnsafe, requireCertificates } from './production.ts'
import { databaseUrls, firstAdmin, objectStore, pooling, providerKeys } from './rules.ts'
import { type Env, readSettings, type Settings } from './settings.ts'

export type Config = ReturnType<typeof readConfig>

/** Reads and checks every setting; an invalid one stops the start. Source: the CFG table of the requirements. */
export function readConfig(env: Env) {
  const settings = readSettings(env)
  const isProduction = settings.NODE_ENV === 'production'
  if (isProduction) {
    rejectUnsafe(settings)
    requireCertificates(env)
  }

  return {
    isProduction,
    /** Accepts a database that may lose acknowledged data. */
    isTest: settings.NODE_ENV === 'test',
    port: settings.PORT,
    host: settings.HOST,
    /** Absolute. */
    dataDir: path.resolve(settings.DATA_DIR),
    ...databaseUrls(settings),
    pooling: pooling(settings),
    /** The number of PostgreSQL servers with the data, one of which takes the writes. */
    databaseNodes: settings.DATABASE_NODES,
    objectStore: objectStore(settings),
    /** 32 bytes; null for the key in the data folder. */
    secretKey: settings.SECRET_KEY ?? null,
    /** Admins can do nothing before they have set up a second factor. */
    requireAdmin2fa: (settings.REQUIRE_ADMIN_2FA ?? (isProduction ? 'on' : 'off')) === 'on',
    /** Without a slash at the end, like every web address here. */
    publicUrl: settings.PUBLIC_URL ?? ownOrigin(settings),
    /** Addresses and networks of trusted reverse proxies. */
    trustedProxies: settings.TRUSTED_PROXIES,
    firstAdmin: firstAdmin(settings),
    providerKeys: providerKeys(settings),
    providerApiUrl: settings.RAZORPAY_API_URL,
    providerCheckoutUrl: settings.RAZORPAY_CHECKOUT_URL,
    /** The circuit to the provider stays open for this long after several calls without an answer. */
    providerCircuitOpenSeconds: circuitOpenSeconds(settings),
    sandboxPort: settings.SANDBOX_PORT ?? nextPort(settings.PORT),
    /** The mail server, with its password; null for the catcher, and in production for none. */
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM,
    /** The secret with which the mail provider reports bounces; null if it reports none. */
    mailBounceSecret: settings.MAIL_BOUNCE_SECRET ?? null,
    /** The secret with which Prometheus reads `/metrics`; null if only this machine may read them. */
    metricsToken: settings.METRICS_TOKEN ?? null,
    reconcileEverySeconds: settings.RECONCILE_EVERY_SECONDS,
    reconcileAfterSeconds: settings.RECONCILE_AFTER_SECONDS,
    /** The program serves for this long after a stop signal, so that a proxy can notice. */
    drainSeconds: settings.DRAIN_SECONDS,
    rateLimits: settings.RATE_LIMITS === 'on',
    /** Uploads are rejected while the disk has less free space. */
    diskReserveMb: settings.DISK_RESERVE_MB,
    /** By the type of a complaint in lower case; `other` for all that are not named. */
    complaintDueDays: settings.COMPLAINT_DUE_DAYS,
    /** The largest sum taken at the desk that one admin may void alone. */
    deskVoidAloneRupeesMax: settings.DESK_VOID_ALONE_RUPEES_MAX,
    /** The numbers to call when an animal is in danger. */
    emergencyNumbers: settings.EMERGENCY_NUMBERS,
    /** For users; admins have no limit. */
    petsPerAccountMax: settings.PETS_PER_ACCOUNT_MAX,
    foundationName: settings.FOUNDATION_NAME,
    ...legalDetails(settings),
    marketingUrl: settings.MARKETING_URL,
    /** The header's donate link leads to our own page; otherwise to the foundation's site. */
    hasDonatePage: settings.DONATE_PAGE === 'on',
    hasServiceWorker: settings.SERVICE_WORKER === 'on',
    /** The section of the tax law under which donations are deducted; empty if none is promised. */
    donationTaxSection: settings.DONATION_TAX_SECTION,
    developerCredit: settings.DEVELOPER_CREDIT,
  }
}

function circuitOpenSeconds(settings: Settings): number {
  const formerly = settings.RAZORPAY_REST_SECONDS
  if (settings.RAZORPAY_CIRCUIT_OPEN_SECONDS === undefined && formerly !== undefined) {
    process.emitWarning(
      'RAZORPAY_REST_SECONDS is now called RAZORPAY_CIRCUIT_OPEN_SECONDS; the old name is still read.',
    )
  }
  return settings.RAZORPAY_CIRCUIT_OPEN_SECONDS ?? formerly ?? 10
}

function nextPort(port: number): number {
  return port === 0 || port === 65_535 ? 0 : port + 1
}

function ownOrigin({ HOST, PORT }: Settings): string {
  const name = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  const origin = `http://${name.includes(':') ? `[${name}]` : name}:${PORT}`
  return readSettings({ PUBLIC_URL: origin }).PUBLIC_URL ?? origin
}
