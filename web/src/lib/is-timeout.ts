import { CallError } from './request.ts'

/** True where a call failed because no answer came in time: whether it was done is not known. */
export function isTimeout(error: unknown): boolean {
  return error instanceof CallError && error.cause instanceof DOMException && error.cause.name === 'TimeoutError'
}
