import { CallError } from './request.ts'

/** True if a call failed because its address names nothing: the record is unknown, or its id or token is invalid. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallError && (error.status === 404 || error.status === 400)
}
