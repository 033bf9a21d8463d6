import { CallError } from './request.ts'

// For what waits at this device until the server has answered.

/**
 * Does `work` in one tab at a time. Where the browser has no locks, or blocks them with its storage, the server recognises the keys of what
 * two tabs send.
 */
export async function inOneTab<Done>(lock: string, work: () => Promise<Done>): Promise<Done> {
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return work()
  }
  try {
    return await navigator.locks.request(lock, begin)
  } catch (error) {
    if (hasBegun) throw error
    return work()
  }
}

/** True if the server has refused what was sent, and would do so again. */
export function isFinal(error: unknown): error is CallError {
  return (
    error instanceof CallError && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)
  )
}
