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

  constructor(
    status: number,
    message: string,
    extra: { fields?: Record<string, string>; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.status = status
    this.fields = extra.fields
    this.retryAfterSeconds = extra.retryAfterSeconds
  }
}

export const badRequest = (message: string, fields?: Record<string, string>) =>
  new Refusal(400, message, fields ? { fields } : {})
export const unauthorized = (message = 'Please log in to continue.') => new Refusal(401, message)
export const forbidden = () => new Refusal(403, 'Access denied.')
export const notFound = (message: string) => new Refusal(404, message)
export const conflict = (message: string) => new Refusal(409, message)
export const tooMany = (retryAfterSeconds: number) =>
  new Refusal(429, 'Too many attempts. Please try again later.', { retryAfterSeconds })
export const unavailable = (retryAfterSeconds = 2) =>
  new Refusal(503, 'The service is busy or restarting. Please try again in a moment.', { retryAfterSeconds })

/** True for a unique violation of this constraint or index, as PostgreSQL reports it. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const { code, constraint: name } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23505' && name === constraint
}

const DATABASE_AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '53300',
])

/** True where the database could not be reached, is starting or stopping, or has no connection left. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && DATABASE_AWAY_CODES.has(code)) return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  // The driver gives these two no code.
  return /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)
}
