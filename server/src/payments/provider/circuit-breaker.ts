import type { FastifyBaseLogger } from 'fastify'
import { recordEvent } from '../../record-event.ts'
import { GatewayError } from './gateway.ts'

const FAILURES_MAX = 5
// More concurrent payments than a foundation's visitors make, and fewer than the requests that a node serves at a time.
const UNDER_WAY_MAX = 50

/** Runs a call to the provider, or throws at once, like after a time-out, while the circuit is open. */
export type Circuit = <T>(ask: () => Promise<T>) => Promise<T>

/**
 * A circuit breaker. After five calls without an answer it stays open for `restSeconds`; then one call tests the provider
 * while the others still fail at once. At most 50 calls run at a time, so that a provider that hangs cannot hold more.
 */
export function circuit(restSeconds: number, log: FastifyBaseLogger): Circuit {
  let failures = 0
  let restUntil = 0
  let isTrying = false
  let underWay = 0

  return async (ask) => {
    const isOpen = failures >= FAILURES_MAX
    if (isOpen && (isTrying || Date.now() < restUntil)) throw notAsked('it has not answered lately')
    if (underWay >= UNDER_WAY_MAX) throw notAsked('too many calls wait for it')
    isTrying = isOpen
    underWay++
    try {
      const answer = await ask()
      heard()
      return answer
    } catch (error) {
      if (error instanceof GatewayError && error.kind === 'unreachable') missed()
      else heard()
      throw error
    } finally {
      underWay--
      if (isOpen) isTrying = false
    }
  }

  function heard(): void {
    if (failures >= FAILURES_MAX) recordEvent(log, { event: 'provider-back' })
    failures = 0
  }

  function missed(): void {
    failures++
    restUntil = Date.now() + restSeconds * 1_000
    if (failures === FAILURES_MAX) recordEvent(log, { event: 'provider-away', restSeconds })
  }
}

/** The same, timed: `told` gets what came of each call and how many seconds it took. */
export function timedCircuit(
  through: Circuit,
  told: (outcome: GatewayError['kind'] | 'answered', seconds: number) => void,
): Circuit {
  return async (ask) => {
    const start = performance.now()
    const tell = (outcome: Parameters<typeof told>[0]) => told(outcome, (performance.now() - start) / 1_000)
    try {
      const answer = await through(ask)
      tell('answered')
      return answer
    } catch (error) {
      tell(error instanceof GatewayError ? error.kind : 'nonsense')
      throw error
    }
  }
}

function notAsked(why: string): GatewayError {
  return new GatewayError('unreachable', `The payment provider was not asked: ${why}`)
}
