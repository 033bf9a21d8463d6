import type { FastifyBaseLogger } from 'fastify'
import { GatewayError } from './gateway.ts'

const FAILURES_MAX = 5
// Far more than a foundation's visitors pay at a time; fewer than the requests that a node works on.
const UNDER_WAY_MAX = 50

/** Asks the provider, or refuses at once, as the provider would after a time-out, where there is no sense in asking. */
export type Circuit = <T>(ask: () => Promise<T>) => Promise<T>

/**
 * Spares visitors the wait for a provider that has not answered five times in a row: it is left alone for `restSeconds`, then one
 * call tries, and the others wait for what becomes of it. Nor may a provider that hangs hold more than 50 calls.
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
    if (failures >= FAILURES_MAX) log.warn({ event: 'provider-back' }, 'the payment provider answers again')
    failures = 0
  }

  function missed(): void {
    failures++
    restUntil = Date.now() + restSeconds * 1_000
    if (failures === FAILURES_MAX)
      log.error(
        { event: 'provider-away', restSeconds },
        'the payment provider does not answer; it is left alone for a while',
      )
  }
}

function notAsked(why: string): GatewayError {
  return new GatewayError('unreachable', `The payment provider was not asked: ${why}`)
}
