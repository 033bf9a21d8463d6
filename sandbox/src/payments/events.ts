import { takeWebhookFault } from '../faults.ts'
import { newEventId, unixNow } from './ids.ts'
import { type Provider, webhookSignature } from './keys.ts'
import type { Order } from './orders.ts'
import type { Payment } from './payment-store.ts'
import type { Refund } from './refund-store.ts'

export const EVENTS = [
  ...(['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid'] as const),
  ...(['refund.created', 'refund.processed', 'refund.failed'] as const),
] as const

type EventName = (typeof EVENTS)[number]

type About = { refund?: Refund; payment: Payment; order?: Order }

/** Records an event with a snapshot of the moment: later changes do not show in it. */
export type Tell = (event: EventName, about: About) => void

type Event = { id: string; name: EventName; orderId: string; body: string }

const ACCOUNT_ID = 'acc_SandboxAcct001'

/** One change and its events in one transaction. */
export function change<T>(provider: Provider, work: (tell: Tell) => T): T {
  return provider.state.transaction(() => {
    const batch: Event[] = []
    const result = work((name, about) => batch.push(describe(name, about)))
    recordEvents(provider, batch)
    return result
  })
}

function describe(name: EventName, about: About): Event {
  const body = JSON.stringify({
    entity: 'event',
    account_id: ACCOUNT_ID,
    event: name,
    contains: Object.keys(about),
    payload: Object.fromEntries(Object.entries(about).map(([noun, entity]) => [noun, { entity }])),
    created_at: unixNow(),
  })
  return { id: newEventId(), name, orderId: about.payment.order_id, body }
}

function recordEvents(provider: Provider, batch: Event[]): void {
  const planned = batch.map((event) => ({ event, fault: takeWebhookFault(provider.state, event.name) }))
  for (const { event } of planned) {
    provider.state.run(
      'insert into events (id, event, order_id, created_at, body) values (?, ?, ?, ?, ?)',
      event.id,
      event.name,
      event.orderId,
      unixNow(),
      event.body,
    )
  }
  if (planned.some(({ fault }) => fault?.fault === 'reordered')) planned.reverse()
  for (const { event, fault } of planned) {
    const kind = fault?.fault ?? null
    const signature = webhookSignature(event.body, provider.keys.webhookSecret + (kind === 'bad-signature' ? '?' : ''))
    const dueAt = Date.now() + (fault && kind === 'late' ? fault.ms : 0)
    addDelivery(provider, event.id, { lane: event.orderId, fault: kind, signature, dueAt })
    // Another lane, so that both arrive at the same time.
    if (kind === 'doubled') {
      addDelivery(provider, event.id, { lane: `${event.orderId} again`, fault: kind, signature, dueAt })
    }
  }
}

type Delivery = { lane: string; fault: string | null; signature: string; dueAt: number }

export function addDelivery(provider: Provider, eventId: string, { lane, fault, signature, dueAt }: Delivery): void {
  const status = provider.webhookUrl === null ? 'no-target' : fault === 'lost' ? 'lost' : 'waiting'
  provider.state.run(
    'insert into deliveries (event_id, lane, status, fault, signature, due_at) values (?, ?, ?, ?, ?, ?)',
    eventId,
    lane,
    status,
    fault,
    signature,
    dueAt,
  )
}
