import { createHash } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Pool } from '../db/pool.ts'
import { tooMany, tooManyInAll } from '../errors.ts'

/** Counts what somebody does and refuses with 429 once it is too much. The counters stand in the database, for all nodes. */
type Throttle = {
  /** Counts one; refuses if that is over the limit. Answers how many there have been. */
  count: (key: string) => Promise<number>
  /** Refuses if `key` is over the limit, as far as this node knows, without asking the database or counting. */
  refuseIfKnownOver: (key: string) => void
  /** Refuses if `key` is over the limit or paused, without counting. */
  refuseIfOver: (key: string) => Promise<void>
  /** Refuses everything for `key` for so long. */
  pause: (key: string, seconds: number) => Promise<void>
  forget: (key: string) => Promise<void>
}

type Limit = {
  points: number
  seconds: number
  isByAddress?: boolean
  /** Of everybody together: once it is reached the service is busy, and nobody in particular at fault. */
  isOfAll?: boolean
}

/** Written down in docs/security.md, where a test compares them; what is not listed there has no limit of its own. */
export const LIMITS = {
  /** Sign-ins from one address, right or wrong. */
  signinByAddress: { points: 30, seconds: 60, isByAddress: true },
  /** Sign-ins to one account from one network that have not succeeded yet: many sent at once find no gap before the pause. */
  signinTries: { points: 5, seconds: 30 },
  /** Sign-ins to one account from all the networks together that it does not know. */
  signinFromUnknown: { points: 100, seconds: 3_600 },
  /** Wrong passwords for one account from one network; the pauses grow with the count. */
  signinFailures: { points: Number.MAX_SAFE_INTEGER, seconds: 86_400 },
  signinPauses: { points: 1, seconds: 900 },
  signupByAddress: { points: 10, seconds: 3_600, isByAddress: true },
  complaintByAddress: { points: 10, seconds: 3_600, isByAddress: true },
  complaintByContact: { points: 20, seconds: 3_600 },
  complaintOfAll: { points: 600, seconds: 3_600, isOfAll: true },
  /** Each new amount of a fee is a new order at the provider. */
  feeOrderByAddress: { points: 30, seconds: 3_600, isByAddress: true },
  feeOrderByComplaint: { points: 30, seconds: 3_600 },
  registrationByAddress: { points: 20, seconds: 3_600, isByAddress: true },
  registrationByContact: { points: 20, seconds: 3_600 },
  registrationOfAll: { points: 600, seconds: 3_600, isOfAll: true },
  /** Look-ups of tag IDs that do not exist, from one address. */
  tagMisses: { points: 20, seconds: 60, isByAddress: true },
  /** Webhooks with a bad signature, from one address. Those with a good one are never counted. */
  forgedWebhooks: { points: 20, seconds: 60, isByAddress: true },
} as const satisfies Record<string, Limit>

export type Throttles = Record<keyof typeof LIMITS, Throttle>

export function createThrottles(pool: Pool, isOn: boolean): Throttles {
  const entries = Object.entries(LIMITS).map(([name, limit]) => [name, isOn ? throttle(pool, name, limit) : OFF])
  return Object.fromEntries(entries) as Throttles
}

const OFF: Throttle = {
  count: async () => 0,
  refuseIfKnownOver: () => {},
  refuseIfOver: async () => {},
  pause: async () => {},
  forget: async () => {},
}

function throttle(pool: Pool, name: string, { points, seconds, isByAddress, isOfAll }: Limit): Throttle {
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
  // What this node has refused, with the time until which: the scan page asks this and not the database.
  const over = new Map<string, number>()
  const refuse = (key: string, msBeforeNext: number): never => {
    if (over.size > 10_000) over.clear()
    over.set(key, Date.now() + msBeforeNext)
    const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1_000))
    throw isOfAll ? tooManyInAll(retryAfterSeconds) : tooMany(retryAfterSeconds)
  }
  return {
    async count(counted) {
      const key = keyOf(counted)
      try {
        return (await limiter.consume(stored(key))).consumedPoints
      } catch (error) {
        if (error instanceof RateLimiterRes) return refuse(key, error.msBeforeNext)
        throw error
      }
    },
    refuseIfKnownOver(counted) {
      const key = keyOf(counted)
      const left = (over.get(key) ?? 0) - Date.now()
      if (left > 0) throw tooMany(Math.ceil(left / 1_000))
      over.delete(key)
    },
    async refuseIfOver(counted) {
      const key = keyOf(counted)
      const state = await limiter.get(stored(key))
      if (state && state.consumedPoints > points && state.msBeforeNext > 0) refuse(key, state.msBeforeNext)
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

// The table of counters holds nobody's address or name.
function stored(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

// Also as a socket for both kinds of address writes it, and with the port that some proxies add.
const IPV4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i
const IPV6_WITH_PORT = /^\[([^\]]*)\](?::\d+)?$/

/** Who is counted behind an address: an IPv4 address by itself, an IPv6 one with all of its /64 network. */
export function sourceOf(address: string): string {
  return IPV4.exec(address)?.[1] ?? networkOf(address)
}

/** The network an address belongs to: /24 of an IPv4, /64 of an IPv6 address, since one household or attacker has all of it. */
export function networkOf(address: string): string {
  const v4 = IPV4.exec(address)?.[1]
  if (v4) return v4.replace(/\.\d+$/, '')
  const v6 = IPV6_WITH_PORT.exec(address)?.[1] ?? address
  const [head = '', tail = ''] = v6.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = v6.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : []
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
