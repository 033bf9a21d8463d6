import type { Row, State } from '../state.ts'
import { createAlarm } from './alarm.ts'
import { change } from './events.ts'
import type { Provider } from './keys.ts'

// The provider was seen to try about 16 times: the first retry after 0.23 s, then with pauses that double.
const TRIES_MAX = 16
const FIRST_PAUSE_MS = 250

/** The receiver's status, or what went wrong. */
type Answer = { status: number | null; problem: string | null }

const FREE = "deliveries.status = 'waiting' and lane not in (select value from json_each(?))"

/** When the next delivery outside the busy lanes is due; null if none waits. */
function nextDueAt(state: State, busyLanes: string[]): number | null {
  const next = state.one(`select min(due_at) as due_at from deliveries where ${FREE}`, JSON.stringify(busyLanes))
  return (next?.due_at ?? null) as number | null
}

/** The due deliveries outside the busy lanes, with their events. */
function listDue(state: State, busyLanes: string[]): Row[] {
  return state.all(
    `select deliveries.number, lane, tries, signature, events.id, events.body
     from deliveries join events on events.id = deliveries.event_id
     where ${FREE} and due_at <= ?
     order by due_at, deliveries.number
     limit 50`,
    JSON.stringify(busyLanes),
    Date.now(),
  )
}

/** Records a try and when the next one is due. */
function recordTry(state: State, row: Row, { status, problem }: Answer): void {
  const tries = Number(row.tries) + 1
  const isDelivered = status !== null && status >= 200 && status < 300
  const next = isDelivered ? 'delivered' : tries >= TRIES_MAX ? 'given-up' : 'waiting'
  const delivery = Number(row.number)
  const now = Date.now()
  state.run('insert into tries (delivery, at, status, problem) values (?, ?, ?, ?)', delivery, now, status, problem)
  state.run(
    'update deliveries set status = ?, tries = ?, due_at = ? where number = ?',
    next,
    tries,
    now + FIRST_PAUSE_MS * 2 ** (tries - 1),
    delivery,
  )
}

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
