import type { IncomingMessage } from 'node:http'
import { HttpError } from '../../errors.ts'

// A phone on 2G with a weak signal sends 1 to 2 KiB a second, and pauses for some seconds between two cells.
const BYTES_PER_SECOND_MIN = 512
const GRACE_MS = 15_000
const CHECK_EVERY_MS = 1_000

/** Calls `onTooSlow` once a request body arrives more slowly than any phone sends. Returns a function that stops watching. */
export function watchRate(request: IncomingMessage, onTooSlow: (error: HttpError) => void): () => void {
  const startedAt = performance.now()
  const bytesBefore = request.socket.bytesRead
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - startedAt
    const bytes = request.socket.bytesRead - bytesBefore
    if (request.complete || elapsedMs < GRACE_MS || bytes >= (elapsedMs / 1_000) * BYTES_PER_SECOND_MIN) return
    onTooSlow(new HttpError(408, 'connection_too_slow'))
  }, CHECK_EVERY_MS)
  return () => clearInterval(timer)
}
