import path from 'node:path'
import { mapEntries } from '@petsetu/contract/platform/registry.ts'
import type { LegalDetails } from '@petsetu/contract/site/site.ts'
import { ConfigError } from '../errors.ts'
import { databaseUrls, firstAdmin, objectStore, pooling, providerKeys } from './rules.ts'
import { type Env, readSettings, type Settings } from './settings.ts'

export type Config = ReturnType<typeof readConfig>

/** Reads and checks every setting. Source: the CFG table of the requirements. */
export function readConfig(env: Env) {
  const settings = readSettings(env)
  const isProduction = settings.NODE_ENV === 'production'
  if (isProduction) {
    rejectUnsafe(settings)
    requireCertificates(env)
  }

  return {
    isProduction,
    isTest: settings.NODE_ENV === 'test',
    port: settings.PORT,
    host: settings.HOST,
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
    /** It has no slash at the end, like every web address here. */
    publicUrl: settings.PUBLIC_URL ?? ownOrigin(settings),
    trustedProxies: settings.TRUSTED_PROXIES,
    firstAdmin: firstAdmin(settings),
    providerKeys: providerKeys(settings),
    providerApiUrl: settings.RAZORPAY_API_URL,
    providerCheckoutUrl: settings.RAZORPAY_CHECKOUT_URL,
    /** The time for which the provider is left alone after several calls without an answer. */
    providerCircuitOpenSeconds: circuitOpenSeconds(settings),
    sandboxPort: settings.SANDBOX_PORT ?? nextPort(settings.PORT),
    /** The mail server, with its password; null for the catcher, and in production for none. */
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM,
    /** Null if the mail provider reports no bounces. */
    mailBounceSecret: settings.MAIL_BOUNCE_SECRET ?? null,
    pushServices: settings.PUSH_SERVICES,
    /** Null if only this machine may read `/metrics`. */
    metricsToken: settings.METRICS_TOKEN ?? null,
    reconcileEverySeconds: settings.RECONCILE_EVERY_SECONDS,
    reconcileAfterSeconds: settings.RECONCILE_AFTER_SECONDS,
    /** The time after a stop signal in which a proxy can notice it. */
    drainSeconds: settings.DRAIN_SECONDS,
    rateLimits: settings.RATE_LIMITS === 'on',
    diskReserveMb: settings.DISK_RESERVE_MB,
    /** By the type of a complaint in lower case; `other` for all that are not named. */
    complaintDueDays: settings.COMPLAINT_DUE_DAYS,
    /** The largest sum taken at the desk that one admin may void alone. */
    deskVoidAloneRupeesMax: settings.DESK_VOID_ALONE_RUPEES_MAX,
    emergencyNumbers: settings.EMERGENCY_NUMBERS,
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

// Only outside production: nobody may be told to write to an address that is not the foundation's.
export const EXAMPLE_DETAILS = {
  legalName: 'Karuna Animal Welfare Trust',
  legalAddress: '12 Example Road, Shivaji Nagar, Pune 411005',
  contactEmail: 'care@karuna-foundation.example',
  helplinePhone: '+91 20 5550 1234',
  registrationNumber: 'E-0000 (Pune)',
  foundationPan: 'AAATK0000A',
  grievanceOfficerName: 'Asha Kulkarni',
  grievanceOfficerEmail: 'grievance@karuna-foundation.example',
} satisfies LegalDetails

/** In production, a detail that is not set is empty, and the pages leave it out. */
function legalDetails(settings: Settings): LegalDetails {
  const empty = mapEntries(EXAMPLE_DETAILS, () => '')
  const unset = settings.NODE_ENV === 'production' ? empty : EXAMPLE_DETAILS
  return {
    legalName: (settings.LEGAL_NAME ?? unset.legalName) || settings.FOUNDATION_NAME,
    legalAddress: settings.LEGAL_ADDRESS ?? unset.legalAddress,
    contactEmail: settings.CONTACT_EMAIL ?? unset.contactEmail,
    helplinePhone: (settings.HELPLINE_PHONE ?? unset.helplinePhone) || null,
    registrationNumber: settings.REGISTRATION_NUMBER ?? unset.registrationNumber,
    foundationPan: settings.FOUNDATION_PAN ?? unset.foundationPan,
    grievanceOfficerName: settings.GRIEVANCE_OFFICER_NAME ?? unset.grievanceOfficerName,
    grievanceOfficerEmail: settings.GRIEVANCE_OFFICER_EMAIL ?? unset.grievanceOfficerEmail,
  }
}

function rejectUnsafe(settings: Settings): void {
  if (settings.RATE_LIMITS === 'off') {
    throw new ConfigError('RATE_LIMITS=off is refused in production; leave it out.')
  }
  rejectSampleSecrets(settings)
  rejectUnsureDatabases(settings)
  rejectPlainHttp(settings)
  rejectLocalSender(settings)
  if (settings.PUSH_SERVICES.some((service) => service.includes('://'))) {
    throw new ConfigError('PUSH_SERVICES must name hosts without http:// in production.')
  }
}

/** Mail servers elsewhere take no mail from this machine's own name, and no answer could arrive. */
function rejectLocalSender({ SMTP_URL, MAIL_FROM }: Settings): void {
  if (SMTP_URL && /@localhost>?$/i.test(MAIL_FROM)) {
    throw new ConfigError('MAIL_FROM must be an address of your own domain in production, not one at localhost.')
  }
}

/** The variable would make Node accept any certificate, for mails and payments alike. */
function requireCertificates(env: Env): void {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    throw new ConfigError('NODE_TLS_REJECT_UNAUTHORIZED=0 is refused in production; leave it out.')
  }
}

const SECRETS = [
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'RAZORPAY_WEBHOOK_SECRET_PREVIOUS',
  'S3_SECRET_ACCESS_KEY',
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'DIRECT_DATABASE_URL',
  'READ_DATABASE_URL',
  'MIGRATE_DATABASE_URL',
  'SMTP_URL',
  'MAIL_BOUNCE_SECRET',
  'METRICS_TOKEN',
] as const
const KNOWN_TO_ALL =
  /example|sample|change.?me|petsetu.?demo|minioadmin|^(secret|password|postgres|petsetu|admin|s3rver)$/i

function rejectSampleSecrets(settings: Settings): void {
  for (const name of SECRETS) {
    const value = settings[name]?.trim() ?? ''
    const secret = value && name.endsWith('_URL') ? new URL(value).password : value
    if (KNOWN_TO_ALL.test(secret)) {
      throw new ConfigError(`${name} must hold a secret of your own in production, not a sample.`)
    }
  }
}

// The first three check the certificate; `no-verify` and others do not, or not reliably.
const SSL_MODES = ['verify-full', 'verify-ca', 'require', 'disable']

function rejectUnsureDatabases(settings: Settings): void {
  for (const name of ['DATABASE_URL', 'DIRECT_DATABASE_URL', 'READ_DATABASE_URL', 'MIGRATE_DATABASE_URL'] as const) {
    const address = settings[name]
    if (!address) continue
    const { hostname, searchParams } = new URL(address)
    const modes = searchParams.getAll('sslmode')
    const isSure = modes.length === 1 && SSL_MODES.includes(modes[0] ?? '') && !searchParams.has('uselibpqcompat')
    // The driver takes the last of these instead; one that begins with a slash is the folder of a local socket.
    const host = searchParams.getAll('host').at(-1) ?? hostname
    if (!isHere(host) && !host.startsWith('/') && !isSure) {
      throw new ConfigError(
        `${name} must say sslmode=verify-full in production, or sslmode=disable where the way to it is safe, since it leads to another machine.`,
      )
    }
  }
}

function rejectPlainHttp(settings: Settings): void {
  for (const name of ['S3_ENDPOINT', 'RAZORPAY_API_URL', 'RAZORPAY_CHECKOUT_URL'] as const) {
    const address = settings[name]
    const url = address ? new URL(address) : null
    if (!url || url.protocol === 'https:' || isHere(url.hostname)) continue
    throw new ConfigError(`${name} must begin with https:// in production, not '${address}'.`)
  }
}

/** True for this machine; a database address without a host is a local socket. */
export function isHere(hostname: string): boolean {
  return ['', '127.0.0.1', '[::1]', 'localhost'].includes(hostname)
}
