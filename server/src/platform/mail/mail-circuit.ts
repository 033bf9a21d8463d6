import type { FastifyBaseLogger } from 'fastify'
import { type Circuit, circuitBreaker } from '../circuit-breaker.ts'
import { recordEvent } from '../record-event.ts'

const TIMEOUTS_MAX = 3
const PAUSE_SECONDS = 60

/** After three mails in a row that timed out, none is sent for a minute; each of them would occupy a job for up to 50 seconds. */
export function mailCircuit(log: FastifyBaseLogger): Circuit {
  return circuitBreaker({
    failuresMax: TIMEOUTS_MAX,
    // The jobs that send mails are few.
    activeMax: Number.POSITIVE_INFINITY,
    openSeconds: PAUSE_SECONDS,
    isFailure: (error) => error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT',
    notCalled: (why) => new Error(`The mail was not sent: ${why}`),
    onOpen: () => recordEvent(log, { event: 'mail-server-silent', restSeconds: PAUSE_SECONDS }),
    onAnswer: () => recordEvent(log, { event: 'mail-server-back' }),
  })
}
