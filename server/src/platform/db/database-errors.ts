import pg from 'pg'
import { HttpError } from '../errors.ts'

// The columns that say whose a record is, or which admin did something: `user_id`, `account_id`, `by_user`, `admin_id`, `taken_by` …
const OF_AN_ACCOUNT = /_(user_id|account_id|by_user|admin_id|[a-z]+_by)_fkey$/

/** True if a foreign key failed because an account was deleted during the request: mostly that of the one who asks. */
export function isAccountGone(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23503' && typeof constraint === 'string' && OF_AN_ACCOUNT.test(constraint)
}

/** The account that a failed foreign key names, as in `Key (user_id)=(5) is not present in table "users"`. */
export function accountInError(error: unknown): number | null {
  const { detail = '' } = error as { detail?: string }
  const [, id] = /=\((\d+)\)/.exec(detail) ?? []
  return id === undefined ? null : Number(id)
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
  return /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (has encountered|was closed))/.test(
    error.message,
  )
}

/** True if the failed transaction surely stored nothing; after a lost connection it may have been committed. */
function isRolledBack(error: unknown): boolean {
  return error instanceof HttpError || (error instanceof pg.DatabaseError && error.severity === 'ERROR')
}

/** Removes the files of rows that were not stored. After an unclear error they are left to the sweep. */
export async function orRemoveFiles<T>(work: Promise<T>, remove: () => Promise<unknown>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isRolledBack(error)) await remove()
    throw error
  }
}
