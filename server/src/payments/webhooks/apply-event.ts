import { z } from 'zod'
import { nullIfRejected, syncPayment } from '../ledger/sync-payment.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { followRefund } from '../refunds/failed-refund.ts'
import { advanceRefund } from '../refunds/refund-payment.ts'
import { findRefundByProviderId } from '../refunds/refund-queries.ts'
import { findOpenEvent, finishEvent, noteFailure } from './webhook-inbox.ts'

const entity = z
  .object({ entity: z.object({ id: z.string() }) })
  .optional()
  .catch(undefined)

const Event = z.object({ event: z.string(), payload: z.object({ payment: entity, refund: entity }) })

/**
 * Processes a webhook event. The event only says which payment changed; its present state is fetched from the provider, so
 * events may arrive late, twice or in any order. Other kinds of events are marked as done. Rejects if the provider is
 * unreachable, and the job is retried.
 */
export async function applyEvent(deps: PaymentDeps, eventId: string): Promise<void> {
  const body = await findOpenEvent(deps.db, eventId)
  if (!body) return
  try {
    const { payment, refund } = payloadOf(body)
    if (refund) await applyRefund(deps, refund.entity.id)
    if (payment) await syncPayment(deps, payment.entity.id, 'webhook')
    await finishEvent(deps.db, eventId)
  } catch (error) {
    await noteFailure(deps.db, eventId, error)
    throw error
  }
}

function payloadOf(body: Buffer): z.output<typeof Event>['payload'] {
  const event = Event.safeParse(parse(body))
  return event.success ? event.data.payload : { payment: undefined, refund: undefined }
}

/** Strips an event to what is processed: the ids of its payment and refund. */
export function withoutPerson(body: Buffer): Buffer {
  const event = Event.safeParse(parse(body))
  return Buffer.from(JSON.stringify(event.success ? event.data : {}))
}

// Invalid JSON with a valid signature stays invalid, so a retry makes no sense.
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

async function applyRefund(deps: PaymentDeps, providerRefundId: string): Promise<void> {
  const refund = await findRefundByProviderId(deps.db, providerRefundId)
  if (refund) await advanceRefund(deps, refund, 'webhook')
  else await applyForeignRefund(deps, providerRefundId)
}

/** A refund made in the provider's dashboard shows in its payment; only its failure is reported by the refund alone. */
async function applyForeignRefund(deps: PaymentDeps, providerRefundId: string): Promise<void> {
  const answer = await nullIfRejected(deps.gateway.fetchRefund(providerRefundId))
  if (answer) await followRefund(deps, answer, null)
}
