import { ConfigError } from './config-error.ts'
import type { Env, Settings } from './settings.ts'

/** Rejects settings that are acceptable only outside production. */
export function rejectUnsafe(settings: Settings): void {
  if (settings.RATE_LIMITS === 'off') {
    throw new ConfigError('RATE_LIMITS=off is refused in production; leave it out.')
  }
  rejectSampleSecrets(settings)
  rejectUnsureDatabases(settings)
  rejectPlainHttp(settings)
  rejectLocalSender(settings)
}

/** Mail servers elsewhere take no mail from this machine's own name, and no answer could arrive. */
function rejectLocalSender({ SMTP_URL, MAIL_FROM }: Settings): void {
  if (SMTP_URL && /@localhost>?$/i.test(MAIL_FROM)) {
    throw new ConfigError('MAIL_FROM must be an address of your own domain in production, not one at localhost.')
  }
}

/** This variable of Node's would accept any certificate, for mails and payments alike. */
export function requireCertificates(env: Env): void {
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
  'MIGRATE_DATABASE_URL',
  'SMTP_URL',
  'MAIL_BOUNCE_SECRET',
  'METRICS_TOKEN',
] as const
const KNOWN_TO_ALL =
  /example|sample|change.?me|petsetu.?demo|minioadmin|^(secret|password|postgres|petsetu|admin|s3rver)$/i

/** Rejects example secrets from documents and default passwords. */
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
  for (const name of ['DATABASE_URL', 'DIRECT_DATABASE_URL', 'MIGRATE_DATABASE_URL'] as const) {
    const address = settings[name]
    if (!address) continue
    const { hostname, searchParams } = new URL(address)
    const modes = searchParams.getAll('sslmode')
    const isSure = modes.length === 1 && SSL_MODES.includes(modes[0] ?? '') && !searchParams.has('uselibpqcompat')
    if (!isHere(hostname) && !isSure) {
      throw new ConfigError(
        `${name} must say sslmode=verify-full in production, or sslmode=disable where the way to it is safe, since it leads to another machine.`,
      )
    }
  }
}

/** Requires https for services on other machines. */
function rejectPlainHttp(settings: Settings): void {
  for (const name of ['S3_ENDPOINT', 'RAZORPAY_API_URL', 'RAZORPAY_CHECKOUT_URL'] as const) {
    const address = settings[name]
    const url = address ? new URL(address) : null
    if (!url || url.protocol === 'https:' || isHere(url.hostname)) continue
    throw new ConfigError(`${name} must begin with https:// in production, not '${address}'.`)
  }
}

/** True for this machine; a database address without a host is a local socket. */
function isHere(hostname: string): boolean {
  return ['', '127.0.0.1', '[::1]', 'localhost'].includes(hostname)
}
