import path from 'node:path'
import {
  databaseUrls,
  type FirstAdmin,
  firstAdmin,
  type ObjectStore,
  objectStore,
  type ProviderKeys,
  providerKeys,
  proxies,
  refusePlainHttp,
  refuseSampleSecrets,
} from './config-groups.ts'
import { ConfigError, type Env, oneOf, webAddress, wholeNumber } from './config-values.ts'

export { ConfigError }

export type Config = {
  isProduction: boolean
  /** A database that may forget is good enough. */
  isTest: boolean
  port: number
  host: string
  /** Absolute. */
  dataDir: string
  /** Null for the embedded database. */
  databaseUrl: string | null
  /** The owner of the same database, where `databaseUrl` is of a role that only works in it. */
  migrateDatabaseUrl: string | null
  /** Null for attachments on the disk. */
  objectStore: ObjectStore | null
  /** Without a slash at the end. */
  publicUrl: string
  /** Addresses and networks of the reverse proxies that are believed. */
  trustedProxies: string[]
  firstAdmin: FirstAdmin
  /** Null for the sandbox provider, which then gets keys of its own. */
  providerKeys: ProviderKeys | null
  providerApiUrl: string
  providerCheckoutUrl: string
  /** For how long a provider that has not answered several times in a row is left alone. */
  providerRestSeconds: number
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

/**
 * Reads and checks every setting, so that a wrong one stops the start and not a visitor.
 * An empty value counts as not set. Source: the CFG table of the requirements.
 */
export function readConfig(env: Env): Config {
  const read = (name: string) => env[name]?.trim() || null
  const kind = oneOf(env, 'NODE_ENV', ['production', 'development', 'test'], 'development')
  const isProduction = kind === 'production'
  const port = wholeNumber(env, 'PORT', 3000, 0, 65_535)
  const host = read('HOST') ?? '127.0.0.1'
  const rateLimits = oneOf(env, 'RATE_LIMITS', ['on', 'off'], 'on') === 'on'
  if (isProduction && !rateLimits) throw new ConfigError('RATE_LIMITS=off is refused in production; leave it out.')

  if (isProduction) refuseSampleSecrets(env)

  const providerAddress = (name: string, usual: string) => {
    const address = webAddress(name, read(name) ?? usual)
    if (isProduction) refusePlainHttp(name, address)
    return address
  }

  return {
    isProduction,
    isTest: kind === 'test',
    port,
    host,
    dataDir: path.resolve(read('DATA_DIR') ?? './data'),
    ...databaseUrls(env, isProduction),
    objectStore: objectStore(env, isProduction),
    publicUrl: webAddress('PUBLIC_URL', read('PUBLIC_URL') ?? defaultOrigin(host, port), 'origin'),
    trustedProxies: proxies(env),
    firstAdmin: firstAdmin(env, isProduction),
    providerKeys: providerKeys(env, isProduction),
    providerApiUrl: providerAddress('RAZORPAY_API_URL', 'https://api.razorpay.com'),
    providerCheckoutUrl: providerAddress('RAZORPAY_CHECKOUT_URL', 'https://checkout.razorpay.com/v1/checkout.js'),
    providerRestSeconds: wholeNumber(env, 'RAZORPAY_REST_SECONDS', 10, 0, 600),
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

function defaultOrigin(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
