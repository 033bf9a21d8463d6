import pLimit from 'p-limit'
import { unavailable } from '../../errors.ts'

/** Runs the work as soon as a slot is free. */
export type WorkLimit = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `concurrency` pieces of work at a time and lets `waitingMax` wait; rejects further ones with 503. */
export function workLimit(concurrency: number, waitingMax: number): WorkLimit {
  const limit = pLimit(concurrency)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + waitingMax) throw unavailable()
    return limit(work)
  }
}
