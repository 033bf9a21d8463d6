import { CallError } from '../../platform/lib/requests/request.ts'

// The server cannot reach the provider; usually for minutes, not hours.
const PROVIDER_AWAY_PAUSES_MS = [2_000, 4_000, 8_000, 16_000, 30_000]

// No answer: a phone that returns from a bank's app may be without network for a moment.
const NO_ANSWER_PAUSES_MS = [1_000, 2_000]

type Waiting = {
  /** Called with the reason each time the server needs more time. */
  onDelay: (error: CallError) => void
  pause?: (ms: number) => Promise<void>
}

/**
 * Asks the server to verify a payment, and retries with backoff while the outcome is unknown.
 * Rejects with the last `CallError` if it stays unknown, and at once if the server rejects the payment.
 */
export async function confirmPayment<Verified>(
  verify: () => Promise<Verified>,
  { onDelay, pause = sleep }: Waiting,
): Promise<Verified> {
  for (let tries = 0; ; tries++) {
    try {
      return await verify()
    } catch (error) {
      const ms = error instanceof CallError ? pausesAfter(error)[tries] : undefined
      if (ms === undefined) throw error
      if (error instanceof CallError && error.status > 0) onDelay(error)
      await pause(ms)
    }
  }
}

/** True if the server could not reach the provider, so that the payment may have been made. */
export function isProviderAway({ status }: CallError): boolean {
  return status >= 502 && status <= 504
}

function pausesAfter(error: CallError): number[] {
  if (error.status === 0) return NO_ANSWER_PAUSES_MS
  return isProviderAway(error) ? PROVIDER_AWAY_PAUSES_MS : []
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
