import { ConfigError } from '../errors.ts'
import type { Settings } from './settings.ts'

// Rules across several settings. The additional ones for production are in config.ts.

/** The URLs of the working role, past a pooler, of a standby, and of a different owner; null for the embedded one. */
export function databaseUrls({
  DATABASE_URL,
  DIRECT_DATABASE_URL,
  READ_DATABASE_URL,
  MIGRATE_DATABASE_URL,
}: Settings): {
  databaseUrl: string | null
  directDatabaseUrl: string | null
  readDatabaseUrl: string | null
  migrateDatabaseUrl: string | null
} {
  if (MIGRATE_DATABASE_URL && !DATABASE_URL) {
    throw new ConfigError('DATABASE_URL must be set too: MIGRATE_DATABASE_URL is the owner of the same database.')
  }
  if (DIRECT_DATABASE_URL && !DATABASE_URL) {
    throw new ConfigError('DATABASE_URL must be set too: DIRECT_DATABASE_URL leads to the same database past a pooler.')
  }
  if (READ_DATABASE_URL && !DATABASE_URL) {
    throw new ConfigError('DATABASE_URL must be set too: READ_DATABASE_URL is a standby of the same database.')
  }
  if (MIGRATE_DATABASE_URL && new URL(MIGRATE_DATABASE_URL).username === new URL(DATABASE_URL ?? '').username) {
    throw new ConfigError('MIGRATE_DATABASE_URL must be of another role than DATABASE_URL, or left out.')
  }
  return {
    databaseUrl: DATABASE_URL ?? null,
    directDatabaseUrl: DIRECT_DATABASE_URL === DATABASE_URL ? null : (DIRECT_DATABASE_URL ?? null),
    readDatabaseUrl: READ_DATABASE_URL === DATABASE_URL ? null : (READ_DATABASE_URL ?? null),
    migrateDatabaseUrl: MIGRATE_DATABASE_URL ?? null,
  }
}

export type Pooling = {
  /** A pooler such as PgBouncer stands before PostgreSQL, which keeps `SESSION_SETTINGS` itself (`database.ts`). */
  hasPooler: boolean
  /** Statements that have a name are prepared once on each connection. */
  preparesStatements: boolean
}

export function pooling(settings: Settings): Pooling {
  return {
    hasPooler: databaseUrls(settings).directDatabaseUrl !== null,
    preparesStatements: settings.PREPARED_STATEMENTS === 'on',
  }
}

export type ObjectStore = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const STORE_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Returns null for attachments on the disk. */
export function objectStore(settings: Settings): ObjectStore | null {
  const given = allOrNone(
    settings,
    STORE_NAMES,
    'endpoint, bucket and both keys of the object store, or none for the disk',
  )
  return (
    given && {
      endpoint: given.S3_ENDPOINT,
      bucket: given.S3_BUCKET,
      region: settings.S3_REGION,
      accessKeyId: given.S3_ACCESS_KEY_ID,
      secretAccessKey: given.S3_SECRET_ACCESS_KEY,
    }
  )
}

type ProviderKeys = {
  keyId: string
  keySecret: string
  webhookSecret: string
  webhookSecretPrevious: string | null
}

const KEY_NAMES = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const

/** Null for the sandbox provider, which then gets keys of its own. */
export function providerKeys(settings: Settings): ProviderKeys | null {
  const given = allOrNone(settings, KEY_NAMES, 'all three Razorpay keys, or none for the sandbox')
  const previous = settings.RAZORPAY_WEBHOOK_SECRET_PREVIOUS ?? null
  if (previous && !given) {
    throw new ConfigError(
      'RAZORPAY_WEBHOOK_SECRET must be set too: RAZORPAY_WEBHOOK_SECRET_PREVIOUS is the one before it.',
    )
  }
  if (!given && settings.NODE_ENV === 'production') {
    throw new ConfigError('RAZORPAY_KEY_ID must be set in production: the payment sandbox is refused there.')
  }
  return (
    given && {
      keyId: given.RAZORPAY_KEY_ID,
      keySecret: given.RAZORPAY_KEY_SECRET,
      webhookSecret: given.RAZORPAY_WEBHOOK_SECRET,
      webhookSecretPrevious: previous,
    }
  )
}

/** Without a password, the first admin gets a random one. */
export function firstAdmin(settings: Settings): { username: string; email: string; password: string | null } {
  const password = settings.ADMIN_PASSWORD ?? null
  const lengthMin = adminPasswordLengthMin(settings.NODE_ENV === 'production')
  if (password && password.length < lengthMin) {
    throw new ConfigError(`ADMIN_PASSWORD must be at least ${lengthMin} characters long.`)
  }
  return { username: settings.ADMIN_USERNAME, email: settings.ADMIN_EMAIL, password }
}

export function adminPasswordLengthMin(isProduction: boolean): number {
  return isProduction ? 12 : 8
}

/** Returns null if none of these settings is given. Throws an error that names the missing ones if only some are. */
function allOrNone<N extends keyof Settings>(
  settings: Settings,
  names: readonly N[],
  otherwise: string,
): Record<N, NonNullable<Settings[N]>> | null {
  const missing = names.filter((name) => !settings[name])
  if (missing.length === names.length) return null
  if (missing.length > 0) throw new ConfigError(`${missing.join(' and ')} must be set too: ${otherwise}.`)
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as Record<N, NonNullable<Settings[N]>>
}
