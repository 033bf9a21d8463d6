import pg from 'pg'
import type { RejectionName } from './record-event.ts'

/**
 * An expected failure with a status, a code and a message that a person can act on; all are sent in the reply. Anything else
 * that is thrown is a bug: it is logged, and the reply gives no details.
 */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  /** Stable and in snake_case, for programs that react to it. */
  readonly code: string | undefined
  /** A message for each invalid field. */
  readonly fields: Record<string, string> | undefined
  /** The stored record, if an update was based on an older version. */
  readonly current: Record<string, unknown> | undefined
  readonly retryAfterSeconds: number | undefined
  /** The event name for the security log, if somebody tried something forbidden. */
  readonly event: RejectionName | undefined

  constructor(
    status: number,
    message: string,
    extra: {
      code?: string
      fields?: Record<string, string>
      current?: Record<string, unknown>
      retryAfterSeconds?: number
      event?: RejectionName
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: extra.cause })
    this.status = status
    this.code = extra.code
    this.fields = extra.fields
    this.current = extra.current
    this.retryAfterSeconds = extra.retryAfterSeconds
    this.event = extra.event
  }
}

export const badRequest = (message: string, fields?: Record<string, string>) =>
  new HttpError(400, message, fields ? { fields } : {})
export const unauthorized = () => new HttpError(401, 'Please log in to continue.', { event: 'access-refused' })
export const forbidden = () => new HttpError(403, 'Access denied.', { event: 'access-refused' })
export const notFound = (message: string) => new HttpError(404, message)
export const conflict = (message: string, code?: string) => new HttpError(409, message, code ? { code } : {})
/** For an update that is based on an older version; `current` is the stored record. */
export const changedMeanwhile = (what: string, current: Record<string, unknown>) =>
  new HttpError(409, `Somebody changed this ${what} meanwhile.`, { code: 'changed_meanwhile', current })
export const tooMany = (retryAfterSeconds: number) =>
  new HttpError(429, 'Too many attempts. Please try again later.', { retryAfterSeconds, event: 'throttled' })
const BUSY = 'The service is busy or restarting. Please try again in a moment.'
export const unavailable = (retryAfterSeconds = 2) => new HttpError(503, BUSY, { retryAfterSeconds })
/** For a limit that all visitors share, so the message blames nobody. */
export const tooManyInAll = (retryAfterSeconds: number) =>
  new HttpError(503, BUSY, { retryAfterSeconds, event: 'throttled' })

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const { code, constraint: name } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23505' && name === constraint
}

/** True if a foreign key failed because the account was deleted during the request. */
export function isAccountGone(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23503' && typeof constraint === 'string' && constraint.endsWith('_user_id_fkey')
}

// The connection failed or broke; the last two come from the system's DNS resolver.
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

// SQLSTATEs of a connection failure (08), a lost race (40), missing memory, disk or connections (53), a lock time-out (55P03),
// a statement time-out (57014, 25P03, 25P04), a server that stops or starts (57P), and a read-only standby (25006).
const BUSY_STATES = /^(08...|40001|40P01|53...|55P03|57014|57P0.|25P03|25P04|25006)$/

/** True if the database was unreachable or overloaded, so that the same request may succeed a moment later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (NETWORK_CODES.has(code) || BUSY_STATES.test(code))) return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  // The driver gives these errors no code.
  return /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed))/.test(
    error.message,
  )
}

/** True if PostgreSQL rejected the statement, so that it definitely did not take effect. Any other error is ambiguous. */
export function isRefusedByDatabase(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}
