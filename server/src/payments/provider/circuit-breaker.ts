import type { FastifyBaseLogger } from 'fastify'
import { recordEvent } from '../../record-event.ts'
import { GatewayError } from './gateway.ts'

const FAILURES_MAX = 5
// More concurrent payments than a foundation's visitors make, and fewer than the requests that a node serves at a time.
const ACTIVE_MAX = 50

/** Runs a call to the provider, or throws at once, like after a time-out, while the circuit is open. */
export type Circuit = <T>(call: () => Promise<T>) => Promise<T>

/**
 * A circuit breaker. After five calls without an answer it stays open for `openSeconds`; then one call tests the provider
 * while the others still fail at once. At most 50 calls run at a time, so that a provider that hangs cannot hold more.
 */
export function circuitBreaker(openSeconds: number, log: FastifyBaseLogger): Circuit {
  let failures = 0
  let openUntil = 0
  let isTesting = false
  let active = 0

  return async (call) => {
    const isOpen = failures >= FAILURES_MAX
    if (isOpen && (isTesting || Date.now() < openUntil)) throw notCalled('it has not answered lately')
    if (active >= ACTIVE_MAX) throw notCalled('too many calls wait for it')
    isTesting = isOpen
    active++
    try {
      const answer = await call()
      countAnswer()
      return answer
    } catch (error) {
      if (error instanceof GatewayError && error.kind === 'unreachable') countFailure()
      else countAnswer()
      throw error
    } finally {
      active--
      if (isOpen) isTesting = false
    }
  }

  function countAnswer(): void {
    if (failures >= FAILURES_MAX) recordEvent(log, { event: 'provider-back' })
    failures = 0
  }

  function countFailure(): void {
    failures++
    openUntil = Date.now() + openSeconds * 1_000
    if (failures === FAILURES_MAX) recordEvent(log, { event: 'provider-away', restSeconds: openSeconds })
  }
}

/** The same circuit, but `onCalled` gets what came of each call and how many seconds it took. */
export function timedCircuit(
  circuit: Circuit,
  onCalled: (outcome: GatewayError['kind'] | 'answered', seconds: number) => void,
): Circuit {
  return async (call) => {
    const start = performance.now()
    const report = (outcome: Parameters<typeof onCalled>[0]) => onCalled(outcome, (performance.now() - start) / 1_000)
    try {
      const answer = await circuit(call)
      report('answered')
      return answer
    } catch (error) {
      report(error instanceof GatewayError ? error.kind : 'nonsense')
      throw error
    }
  }
}

function notCalled(why: string): GatewayError {
  return new GatewayError('unreachable', `The payment provider was not asked: ${why}`)
}
