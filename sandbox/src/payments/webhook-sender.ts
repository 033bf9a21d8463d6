import type { Row } from '../state.ts'
import { createAlarm } from './alarm.ts'
import { type Answer, listDue, nextDueAt, recordTry } from './delivery-queue.ts'
import { change } from './events.ts'
import type { Provider } from './provider.ts'

/** The time-out of a delivery. Source: provider's webhook guide. */
export const REPLY_MS_MAX = 5_000

const AT_ONCE_MAX = 8
const LATE = 'no answer in time'

/**
 * Delivers waiting webhooks, including those of an earlier run. Anything but 2xx in time is retried. Each lane sends one at a time,
 * which keeps the order of an order's events.
 */
export function startWebhookSender(provider: Provider, replyMsMax: number): { stop: () => Promise<void> } {
  const { state, webhookUrl } = provider
  if (!webhookUrl) return { stop: async () => {} }
  const target = webhookUrl
  const busy = new Map<string, { sent: Promise<void>; abort: AbortController }>()
  const alarm = createAlarm(nextDue, sendDue)

  function nextDue(): number | null {
    return busy.size >= AT_ONCE_MAX ? null : nextDueAt(state, [...busy.keys()])
  }

  function sendDue(): void {
    for (const row of listDue(state, [...busy.keys()])) {
      const lane = String(row.lane)
      if (busy.size >= AT_ONCE_MAX || busy.has(lane)) continue
      const abort = new AbortController()
      const sent = deliver(row, abort).finally(() => {
        busy.delete(lane)
        alarm.set()
      })
      busy.set(lane, { sent, abort })
    }
  }

  async function deliver(row: Row, abort: AbortController): Promise<void> {
    const late = setTimeout(() => abort.abort(LATE), replyMsMax)
    const answer = await post(target, row, abort.signal)
    clearTimeout(late)
    // Interrupted by the shutdown: the next run retries.
    if (abort.signal.aborted && abort.signal.reason !== LATE) return
    change(provider, () => recordTry(state, row, answer))
  }

  alarm.set()
  state.onCommit(alarm.set)
  return {
    async stop() {
      alarm.stop()
      for (const { abort } of busy.values()) abort.abort()
      await Promise.all([...busy.values()].map(({ sent }) => sent))
    },
  }
}

async function post(target: URL, row: Row, signal: AbortSignal): Promise<Answer> {
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Razorpay-Webhook/v1',
        'x-razorpay-signature': String(row.signature),
        'x-razorpay-event-id': String(row.id),
      },
      body: String(row.body),
      redirect: 'manual',
      signal,
    })
    await response.body?.cancel()
    return { status: response.status, problem: null }
  } catch (error) {
    return { status: null, problem: error === LATE ? LATE : 'no connection' }
  }
}
