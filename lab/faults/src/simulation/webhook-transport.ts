import { createHmac } from 'node:crypto'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { outcomeOf } from '../history.ts'
import { KEYS } from '../sandbox.ts'
import type { Answer, Run } from './run.ts'
import type { SimulatedProcess } from './simulated-process.ts'

export type Webhook = { eventId: string; event: string; body: string }

/** Delivers the provider's events to the program, with the faults of the run. */
export type WebhookTransport = {
  /** Fetches the provider's new events. */
  collect: () => Promise<Webhook[]>
  /** Collected events that are not delivered yet. */
  waiting: Webhook[]
  /** Delivers all waiting events, oldest first, and runs the jobs. Events that were not accepted keep waiting. */
  deliverAll: () => Promise<void>
}

export function createWebhookTransport(run: Run): WebhookTransport {
  const known = new Set<string>()
  const waiting: Webhook[] = []

  async function collect(): Promise<Webhook[]> {
    const { webhooks } = await run.world.provider.ledger()
    const fresh = webhooks.filter(({ event_id }) => !known.has(event_id))
    for (const { event_id } of fresh) known.add(event_id)
    const collected = fresh.map(({ event_id, event, body }) => ({ eventId: event_id, event, body }))
    waiting.push(...collected)
    return collected
  }

  return {
    collect,
    waiting,
    async deliverAll() {
      await collect()
      for (const webhook of waiting.splice(0)) {
        const answer = await deliver(run, await run.node(), webhook)
        if (outcomeOf(answer.status) === 'unknown') waiting.push(webhook)
      }
      await (await run.node()).work()
    },
  }
}

/** Delivers one event, signed with the provider's secret unless another is given. */
export async function deliver(
  run: Run,
  proc: SimulatedProcess,
  { eventId, body }: Pick<Webhook, 'eventId' | 'body'>,
  { secret = KEYS.RAZORPAY_WEBHOOK_SECRET, signed = body }: { secret?: string; signed?: string } = {},
): Promise<Answer> {
  const isForged = secret !== KEYS.RAZORPAY_WEBHOOK_SECRET || signed !== body
  const answer = await run.ask(proc, {
    method: 'POST',
    url: paymentCalls.webhook.path,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': eventId,
      'x-razorpay-signature': createHmac('sha256', secret).update(signed).digest('hex'),
    },
    payload: body,
  })
  const outcome = outcomeOf(answer.status)
  run.history.push({ kind: 'webhook', eventId, body, isForged, outcome, reply: answer.text })
  if (!isForged && outcome === 'failed')
    run.wrong.push({ invariant: 'I16', what: `an authentic event was refused with ${answer.status}: ${answer.text}` })
  return answer
}
