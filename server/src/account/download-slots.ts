import { tooMany, unavailable } from '../errors.ts'

// A zip holds a few rows and one open file, for as long as its reader takes.
const RUNNING_MAX = 4
const RETRY_AFTER_SECONDS = 30

/**
 * Lets four downloads run at a time on this node, and one of each account. Further ones are rejected and do not wait, because a
 * slow reader would keep them waiting for long. Returns a function that takes a slot for an account and returns its release.
 */
export function downloadSlots(): (userId: number) => () => void {
  const running = new Set<number>()
  return (userId) => {
    if (running.has(userId)) throw tooMany(RETRY_AFTER_SECONDS)
    if (running.size >= RUNNING_MAX) throw unavailable(RETRY_AFTER_SECONDS)
    running.add(userId)
    return () => void running.delete(userId)
  }
}
