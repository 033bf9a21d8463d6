import { Signup } from '@petsetu/contract/auth.ts'
import { allOrNone, ConfigError, type Env, webAddress } from './config-values.ts'
import { isAddressOrNetwork } from './http/trusted-proxies.ts'

export type FirstAdmin = { username: string; email: string; password: string | null }

export type ProviderKeys = {
  keyId: string
  keySecret: string
  webhookSecret: string
  webhookSecretPrevious: string | null
}

/** A bucket at a service that speaks the S3 protocol. */
export type ObjectStore = {
  /** Without a slash at the end. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** The role that works, and the one that owns the tables where that is another: null for the embedded database. */
export function databaseUrls(
  env: Env,
  isProduction: boolean,
): { databaseUrl: string | null; migrateDatabaseUrl: string | null } {
  const databaseUrl = databaseAddress(env, 'DATABASE_URL', isProduction)
  const migrateDatabaseUrl = databaseAddress(env, 'MIGRATE_DATABASE_URL', isProduction)
  if (migrateDatabaseUrl && !databaseUrl) {
    throw new ConfigError('DATABASE_URL must be set too: MIGRATE_DATABASE_URL is the owner of the same database.')
  }
  if (migrateDatabaseUrl && new URL(migrateDatabaseUrl).username === new URL(databaseUrl ?? '').username) {
    throw new ConfigError('MIGRATE_DATABASE_URL must be of another role than DATABASE_URL, or left out.')
  }
  return { databaseUrl, migrateDatabaseUrl }
}

function databaseAddress(env: Env, name: string, isProduction: boolean): string | null {
  const text = env[name]?.trim()
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new ConfigError(`${name} must be an address like postgres://user:password@host:5432/name.`)
  }
  if (isProduction && !isHere(url.hostname) && !url.searchParams.has('sslmode')) {
    throw new ConfigError(
      `${name} must say sslmode=verify-full in production, or sslmode=disable where the way to it is safe, since it leads to another machine.`,
    )
  }
  return text
}

export function proxies(env: Env): string[] {
  const text = env.TRUSTED_PROXIES?.trim()
  const list = text ? text.split(',').map((entry) => entry.trim()) : []
  const wrong = list.find((entry) => !isAddressOrNetwork(entry))
  if (wrong === undefined) return list
  throw new ConfigError(
    `TRUSTED_PROXIES must be addresses or networks like 10.0.0.7, 10.1.0.0/16 or fd00::/8, separated by commas, not '${wrong}'.`,
  )
}

export function adminPasswordLengthMin(isProduction: boolean): number {
  return isProduction ? 12 : 8
}

export function firstAdmin(env: Env, isProduction: boolean): FirstAdmin {
  const password = env.ADMIN_PASSWORD || null
  const lengthMin = adminPasswordLengthMin(isProduction)
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

const KEY_NAMES = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const

export function providerKeys(env: Env, isProduction: boolean): ProviderKeys | null {
  const keys = allOrNone(env, KEY_NAMES, 'all three Razorpay keys, or none for the sandbox')
  const previous = env.RAZORPAY_WEBHOOK_SECRET_PREVIOUS?.trim() || null
  if (previous && !keys) {
    throw new ConfigError(
      'RAZORPAY_WEBHOOK_SECRET must be set too: RAZORPAY_WEBHOOK_SECRET_PREVIOUS is the one before it.',
    )
  }
  if (!keys && isProduction)
    throw new ConfigError(`${KEY_NAMES[0]} must be set in production: the payment sandbox is refused there.`)
  return (
    keys && {
      keyId: keys.RAZORPAY_KEY_ID,
      keySecret: keys.RAZORPAY_KEY_SECRET,
      webhookSecret: keys.RAZORPAY_WEBHOOK_SECRET,
      webhookSecretPrevious: previous,
    }
  )
}

const STORE_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const REGION = /^[a-z0-9-]{1,40}$/

export function objectStore(env: Env, isProduction: boolean): ObjectStore | null {
  const values = allOrNone(env, STORE_NAMES, 'endpoint, bucket and both keys of the object store, or none for the disk')
  const region = env.S3_REGION?.trim() || 'us-east-1'
  if (!REGION.test(region)) throw new ConfigError(`S3_REGION must be a region like ap-south-1, not '${region}'.`)
  if (!values) return null
  if (!BUCKET.test(values.S3_BUCKET)) {
    throw new ConfigError(`S3_BUCKET must be a bucket's name like petsetu-files, not '${values.S3_BUCKET}'.`)
  }
  const endpoint = webAddress('S3_ENDPOINT', values.S3_ENDPOINT)
  if (isProduction) refusePlainHttp('S3_ENDPOINT', endpoint)
  return {
    endpoint,
    bucket: values.S3_BUCKET,
    region,
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
  }
}

/** What leaves this machine leaves it encrypted. */
export function refusePlainHttp(name: string, address: string): void {
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:' || isHere(hostname)) return
  throw new ConfigError(`${name} must begin with https:// in production, not '${address}'.`)
}

/** True for this machine; an address of a database without a host is a socket on it. */
function isHere(hostname: string): boolean {
  return ['', '127.0.0.1', '[::1]', 'localhost'].includes(hostname)
}

const SECRETS = [
  ...['RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET', 'RAZORPAY_WEBHOOK_SECRET_PREVIOUS'],
  ...['S3_SECRET_ACCESS_KEY', 'ADMIN_PASSWORD', 'DATABASE_URL', 'MIGRATE_DATABASE_URL'],
]
const KNOWN_TO_ALL =
  /example|sample|change.?me|petsetu.?demo|minioadmin|^(secret|password|postgres|petsetu|admin|s3rver)$/i

/** What stands in documents, and what servers come with, is no secret. */
export function refuseSampleSecrets(env: Env): void {
  for (const name of SECRETS) {
    const value = env[name]?.trim() ?? ''
    const secret = URL.canParse(value) && name.endsWith('_URL') ? new URL(value).password : value
    if (KNOWN_TO_ALL.test(secret))
      throw new ConfigError(`${name} must hold a secret of your own in production, not a sample.`)
  }
}
