import { hash } from 'node:crypto'
import { mapEntries } from '@petsetu/contract/platform/registry.ts'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Pool } from '../../db/pool.ts'
import { HttpError, notFound, tooMany, tooManyInAll } from '../../errors.ts'
import { sourceOf } from './source-of.ts'

/** A rate limit: rejects with 429 above it. The counters are in the database and shared by all nodes. */
export type Throttle = {
  /** Counts one; rejects if that exceeds the limit. Returns the count. */
  count: (key: string) => Promise<number>
  /** Rejects if this node already knows that `key` is over the limit; neither queries the database nor counts. */
  rejectIfKnownOver: (key: string) => void
  /** Rejects if `key` is over the limit or paused, without counting. */
  rejectIfOver: (key: string) => Promise<void>
  /** Rejects everything for `key` for this many seconds. */
  pause: (key: string, seconds: number) => Promise<void>
  forget: (key: string) => Promise<void>
}

export type Limit = {
  points: number
  seconds: number
  isByAddress?: boolean
  /** A limit on all visitors together: the error says that the service is busy and blames nobody. */
  isOfAll?: boolean
}

// A clock that is set back further than this would prolong every limit by as much.
const SET_BACK_MS_MAX = 60 * 60_000

/** `onRejected` is told the name of a limit each time that it rejects something. */
export function createThrottles<Name extends string>(
  pool: Pool,
  limits: Record<Name, Limit>,
  isOn: boolean,
  onRejected: (name: string) => void = () => {},
): Record<Name, Throttle> {
  return mapEntries(limits, (limit, name) => (isOn ? throttle(pool, name, limit, onRejected) : OFF))
}

const OFF: Throttle = {
  count: async () => 0,
  rejectIfKnownOver: () => {},
  rejectIfOver: async () => {},
  pause: async () => {},
  forget: async () => {},
}

function throttle(
  pool: Pool,
  name: string,
  { points, seconds, isByAddress, isOfAll }: Limit,
  onRejected: (name: string) => void,
): Throttle {
  const keyOf = isByAddress ? sourceOf : (key: string) => key
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'throttles',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    inMemoryBlockOnConsumed: points + 1,
  })
  // The keys that this node has rejected, and until when: the scan page checks this map and not the database.
  const over = new Map<string, number>()
  // A limit of which more is left than it lasts was counted before the computer's clock was set back.
  const isOfClockBefore = (msBeforeNext: number) => msBeforeNext > seconds * 1_000 + SET_BACK_MS_MAX
  const consume = (key: string) =>
    limiter.consume(stored(key)).catch(async (error: unknown) => {
      if (!(error instanceof RateLimiterRes) || !isOfClockBefore(error.msBeforeNext)) throw error
      await limiter.delete(stored(key))
      return limiter.consume(stored(key))
    })
  const reject = (key: string, msBeforeNext: number): never => {
    if (over.size > 10_000) over.clear()
    over.set(key, Date.now() + msBeforeNext)
    onRejected(name)
    const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1_000))
    throw isOfAll ? tooManyInAll(retryAfterSeconds) : tooMany(retryAfterSeconds)
  }
  return {
    async count(counted) {
      const key = keyOf(counted)
      try {
        return (await consume(key)).consumedPoints
      } catch (error) {
        if (error instanceof RateLimiterRes) return reject(key, error.msBeforeNext)
        throw error
      }
    },
    rejectIfKnownOver(counted) {
      const key = keyOf(counted)
      const left = (over.get(key) ?? 0) - Date.now()
      if (left > 0 && !isOfClockBefore(left)) {
        onRejected(name)
        throw tooMany(Math.ceil(left / 1_000))
      }
      over.delete(key)
    },
    async rejectIfOver(counted) {
      const key = keyOf(counted)
      const state = await limiter.get(stored(key))
      if (!state || state.consumedPoints <= points || isOfClockBefore(state.msBeforeNext)) return
      if (state.msBeforeNext > 0) reject(key, state.msBeforeNext)
    },
    async pause(counted, pauseSeconds) {
      await limiter.block(stored(keyOf(counted)), pauseSeconds)
    },
    async forget(counted) {
      const key = keyOf(counted)
      over.delete(key)
      await limiter.delete(stored(key))
    },
  }
}

/** Finds what a secret address leads to. A miss is counted, so that nobody finds one by trying. */
export async function findOrCountMiss<Found>(
  misses: Throttle,
  ip: string,
  code: Parameters<typeof notFound>[0],
  find: () => Promise<Found | null | undefined>,
): Promise<Found> {
  misses.rejectIfKnownOver(ip)
  const found = await find()
  if (found !== null && found !== undefined) return found
  await misses.count(ip)
  throw notFound(code)
}

/** True if this count exceeds its limit, for work that then quietly does nothing. */
export async function isOver(count: () => Promise<unknown>): Promise<boolean> {
  try {
    await count()
    return false
  } catch (error) {
    if (error instanceof HttpError && error.code === 'too_many_attempts') return true
    throw error
  }
}

// Hashed, so that the table of counters holds no address and no name.
function stored(key: string): string {
  return hash('sha256', key, 'base64url')
}
