import { CallError } from './request.ts'

/** True if a call failed because no answer came in time, so that nobody knows whether it was carried out. */
export function isTimeout(error: unknown): boolean {
  return error instanceof CallError && error.cause instanceof DOMException && error.cause.name === 'TimeoutError'
}
