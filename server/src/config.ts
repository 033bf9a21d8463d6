import path from 'node:path'
import { Signup } from '@petsetu/contract/auth.ts'

/** A setting that cannot be used. Its message is the one line that the person who starts the program reads. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export type FirstAdmin = { username: string; email: string; password: string | null }

type ProviderKeys = { keyId: string; keySecret: string; webhookSecret: string }

export type Config = {
  isProduction: boolean
  port: number
  host: string
  /** Absolute. */
  dataDir: string
  /** Null for the embedded database. */
  databaseUrl: string | null
  /** Without a slash at the end. */
  publicUrl: string
  firstAdmin: FirstAdmin
  /** Null for the sandbox provider, which then gets keys of its own. */
  providerKeys: ProviderKeys | null
  providerApiUrl: string
  providerCheckoutUrl: string
  sandboxPort: number
  reconcileEverySeconds: number
  reconcileAfterSeconds: number
  /** For how long it still serves once it has been told to stop, so that a proxy can notice. */
  drainSeconds: number
  rateLimits: boolean
  foundationName: string
  /** Without a slash at the end. */
  marketingUrl: string
  developerCredit: string
}

type Env = Record<string, string | undefined>

/**
 * Reads and checks every setting, so that a wrong one stops the start and not a visitor.
 * An empty value counts as not set. Source: the CFG table of the requirements.
 */
export function readConfig(env: Env): Config {
  const read = (name: string) => env[name]?.trim() || null
  const isProduction = oneOf(env, 'NODE_ENV', ['production', 'development', 'test'], 'development') === 'production'
  const port = wholeNumber(env, 'PORT', 3000, 0, 65_535)
  const host = read('HOST') ?? '127.0.0.1'
  const rateLimits = oneOf(env, 'RATE_LIMITS', ['on', 'off'], 'on') === 'on'
  if (isProduction && !rateLimits) throw new ConfigError('RATE_LIMITS=off is refused in production; leave it out.')

  return {
    isProduction,
    port,
    host,
    dataDir: path.resolve(read('DATA_DIR') ?? './data'),
    databaseUrl: databaseUrl(read('DATABASE_URL')),
    publicUrl: webAddress('PUBLIC_URL', read('PUBLIC_URL') ?? defaultOrigin(host, port), 'origin'),
    firstAdmin: firstAdmin(env, isProduction),
    providerKeys: providerKeys(env, isProduction),
    providerApiUrl: webAddress('RAZORPAY_API_URL', read('RAZORPAY_API_URL') ?? 'https://api.razorpay.com'),
    providerCheckoutUrl: webAddress(
      'RAZORPAY_CHECKOUT_URL',
      read('RAZORPAY_CHECKOUT_URL') ?? 'https://checkout.razorpay.com/v1/checkout.js',
    ),
    sandboxPort: wholeNumber(env, 'SANDBOX_PORT', port === 0 || port === 65_535 ? 0 : port + 1, 0, 65_535),
    reconcileEverySeconds: wholeNumber(env, 'RECONCILE_EVERY_SECONDS', 60, 1, 86_400),
    reconcileAfterSeconds: wholeNumber(env, 'RECONCILE_AFTER_SECONDS', 600, 0, 86_400),
    drainSeconds: wholeNumber(env, 'DRAIN_SECONDS', 0, 0, 300),
    rateLimits,
    foundationName: read('FOUNDATION_NAME') ?? 'Karuna Animal Welfare Foundation',
    marketingUrl: webAddress('MARKETING_URL', read('MARKETING_URL') ?? 'https://www.karuna-foundation.example'),
    developerCredit: read('DEVELOPER_CREDIT') ?? 'Built with care by the PetSetu team',
  }
}

function wholeNumber(env: Env, name: string, fallback: number, min: number, max: number): number {
  const text = env[name]?.trim()
  if (!text) return fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not '${text}'.`)
  }
  return value
}

function oneOf(env: Env, name: string, choices: string[], fallback: string): string {
  const text = env[name]?.trim() || fallback
  if (!choices.includes(text)) throw new ConfigError(`${name} must be one of ${choices.join(', ')}, not '${text}'.`)
  return text
}

function defaultOrigin(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function webAddress(name: string, text: string, kind: 'address' | 'origin' = 'address'): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (!url || !isWeb || url.username || url.password) {
    throw new ConfigError(`${name} must be a web address like https://pets.example.org, not '${text}'.`)
  }
  if (kind === 'origin' && (url.pathname !== '/' || url.search || url.hash)) {
    throw new ConfigError(`${name} must be an origin like https://pets.example.org, without a path, not '${text}'.`)
  }
  return text.replace(/\/+$/, '')
}

function databaseUrl(text: string | null): string | null {
  if (text === null) return null
  if (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)) return text
  throw new ConfigError('DATABASE_URL must be an address like postgres://user:password@host:5432/name.')
}

function firstAdmin(env: Env, isProduction: boolean): FirstAdmin {
  const password = env.ADMIN_PASSWORD || null
  const lengthMin = isProduction ? 12 : 8
  if (password && password.length < lengthMin) {
    throw new ConfigError(`ADMIN_PASSWORD must be at least ${lengthMin} characters long.`)
  }
  if (password && !Signup.shape.password.safeParse(password).success) {
    throw new ConfigError('ADMIN_PASSWORD must be one that the sign-in takes: at most 256 characters.')
  }
  const username = env.ADMIN_USERNAME?.trim() || 'admin'
  if (!Signup.shape.username.safeParse(username).success) {
    throw new ConfigError('ADMIN_USERNAME must be a name of at most 50 letters, digits and the like, on one line.')
  }
  const email = env.ADMIN_EMAIL?.trim() || 'admin@example.org'
  if (!Signup.shape.email.safeParse(email).success) {
    throw new ConfigError(`ADMIN_EMAIL must be an e-mail address like admin@example.org, not '${email}'.`)
  }
  return { username, email, password }
}

function providerKeys(env: Env, isProduction: boolean): ProviderKeys | null {
  const names = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const
  const [keyId, keySecret, webhookSecret] = names.map((name) => env[name]?.trim())
  if (keyId && keySecret && webhookSecret) return { keyId, keySecret, webhookSecret }
  const missing = names.filter((name) => !env[name]?.trim())
  if (missing.length < names.length) {
    throw new ConfigError(`${missing.join(' and ')} must be set too: all three Razorpay keys, or none for the sandbox.`)
  }
  if (isProduction)
    throw new ConfigError(`${names[0]} must be set in production: the payment sandbox is refused there.`)
  return null
}
