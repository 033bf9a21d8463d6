import type { Call } from '@petsetu/contract/platform/call.ts'
import pLimit from 'p-limit'
import { unavailable } from '../../errors.ts'

// A node rejects another request of this priority once so many are in progress. At 3,000 to 5,000 replies a
// second, 100 in progress mean some 25 ms each. Sign-ins that wait for a hash (at most 68) count, too.
const ACTIVE_MAX = { critical: 1_000, normal: 100, low: 80 }

// However many ask for a list or a PDF, others wait behind that many of them only.
const LOW_AT_ONCE_MAX = 4

// With those that run, a hundred people who ask for the same kind of thing at once all get it.
const WAITING_MAX = 96

export type LoadShedding = {
  /** Rejects with 503 above the limit. Each `enter` needs one `leave`. */
  enter: (priority?: Call['priority']) => void
  reenter: () => void
  leave: () => void
  run: <T>(work: () => Promise<T>, priority?: Call['priority']) => Promise<T>
  /** The concurrency limit for this call; calls with the same `maxConcurrent` share one. */
  limitOf: (call: Call) => WorkLimit
}

/** Counts the requests in progress in one node, not connections: a slow client counts only while the server works for it. */
export function createLoadShedding(): LoadShedding {
  let active = 0
  const limits = new Map<number, WorkLimit>()
  const lowAtATime = pLimit(LOW_AT_ONCE_MAX)
  function enter(priority: Call['priority'] = 'normal'): void {
    if (active >= ACTIVE_MAX[priority]) throw unavailable()
    active++
  }
  function leave(): void {
    active--
  }
  return {
    enter,
    reenter() {
      active++
    },
    leave,
    async run(work, priority) {
      enter(priority)
      try {
        return await (priority === 'low' ? lowAtATime(work) : work())
      } finally {
        leave()
      }
    },
    limitOf({ maxConcurrent }) {
      if (maxConcurrent === undefined) return (work) => work()
      const limit = limits.get(maxConcurrent) ?? workLimit(maxConcurrent, WAITING_MAX)
      limits.set(maxConcurrent, limit)
      return limit
    },
  }
}

export type WorkLimit = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `concurrency` pieces of work at a time and lets `waitingMax` wait; rejects further ones with 503. */
export function workLimit(concurrency: number, waitingMax: number): WorkLimit {
  const limit = pLimit(concurrency)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + waitingMax) throw unavailable()
    return limit(work)
  }
}
