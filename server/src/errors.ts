import pg from 'pg'

/**
 * An expected "no": it has a status and a message that a person can act on, and is answered as it stands.
 * Anything else that is thrown is a bug: logged, and answered without a word of what it was.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  /** A message per field, where fields are at fault. */
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  /** The name under which it is logged, where somebody tried what they may not. */
  readonly event: string | undefined

  constructor(
    status: number,
    message: string,
    extra: { fields?: Record<string, string>; retryAfterSeconds?: number; event?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: extra.cause })
    this.status = status
    this.fields = extra.fields
    this.retryAfterSeconds = extra.retryAfterSeconds
    this.event = extra.event
  }
}

export const badRequest = (message: string, fields?: Record<string, string>) =>
  new Refusal(400, message, fields ? { fields } : {})
export const unauthorized = () => new Refusal(401, 'Please log in to continue.', { event: 'access-refused' })
export const forbidden = () => new Refusal(403, 'Access denied.', { event: 'access-refused' })
export const notFound = (message: string) => new Refusal(404, message)
export const conflict = (message: string) => new Refusal(409, message)
export const tooMany = (retryAfterSeconds: number) =>
  new Refusal(429, 'Too many attempts. Please try again later.', { retryAfterSeconds, event: 'throttled' })
const BUSY = 'The service is busy or restarting. Please try again in a moment.'
export const unavailable = (retryAfterSeconds = 2) => new Refusal(503, BUSY, { retryAfterSeconds })
/** For a limit that all share, so that nobody in particular is at fault. */
export const tooManyInAll = (retryAfterSeconds: number) =>
  new Refusal(503, BUSY, { retryAfterSeconds, event: 'throttled' })

/** True for a unique violation of this constraint or index, as PostgreSQL reports it. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const { code, constraint: name } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23505' && name === constraint
}

/** True where PostgreSQL cannot take what a row holds, or a rule of the table's is against it. */
export function isBadRow(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
}

/** True where a row was to point to an account that is gone: it was deleted while its call was under way. */
export function isAccountGone(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23503' && typeof constraint === 'string' && constraint.endsWith('_user_id_fkey')
}

// Not reached, or broken off; the last two as the system's resolver says them.
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

// PostgreSQL's own: a connection that fails (08), lost a race (40), lacks memory, disk or connections (53), waited in vain for a
// lock, ran out of its time (57014, 25P03, 25P04), stops or starts (57P), or stands by for another server (25006).
const BUSY_STATES = /^(08...|40001|40P01|53...|55P03|57014|57P0.|25P03|25P04|25006)$/

/** True where the database could not be reached, or could not do its work for now: the same request may succeed a moment later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (NETWORK_CODES.has(code) || BUSY_STATES.test(code))) return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  // The driver gives these no code.
  return /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed))/.test(
    error.message,
  )
}

/** True where PostgreSQL itself said no and lives on, so that nothing was done. Any other error may be an answer that got lost. */
export function isRefusedByDatabase(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}
