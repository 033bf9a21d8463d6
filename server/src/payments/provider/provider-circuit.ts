import type { FastifyBaseLogger } from 'fastify'
import { type Circuit, circuitBreaker } from '../../platform/circuit-breaker.ts'
import { recordEvent } from '../../platform/record-event.ts'
import { GatewayError } from './gateway.ts'

const FAILURES_MAX = 5
// More concurrent payments than a foundation's visitors make, and fewer than the requests that a node serves at a time.
const ACTIVE_MAX = 50

/** After five calls without an answer the provider is left alone for `openSeconds`. At most 50 calls to it run at a time. */
export function providerCircuit(openSeconds: number, log: FastifyBaseLogger): Circuit {
  return circuitBreaker({
    failuresMax: FAILURES_MAX,
    activeMax: ACTIVE_MAX,
    openSeconds,
    isFailure: (error) => error instanceof GatewayError && error.kind === 'unreachable',
    notCalled: (why) => new GatewayError('unreachable', `The payment provider was not asked: ${why}`),
    onOpen: () => recordEvent(log, { event: 'provider-away', restSeconds: openSeconds }),
    onAnswer: () => recordEvent(log, { event: 'provider-back' }),
  })
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
