import { z } from 'zod'
import { applyPayment } from './apply-payment.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { advanceRefund } from './refund-payment.ts'
import { findRefundByProviderId } from './refund-queries.ts'
import { findOpenEvent, finishEvent, noteFailure } from './webhook-inbox.ts'

const entity = z
  .object({ entity: z.object({ id: z.string() }) })
  .optional()
  .catch(undefined)

const Event = z.object({ event: z.string(), payload: z.object({ payment: entity, refund: entity }) })

/** The event that a job is about. */
export function eventIdOf(payload: unknown): string {
  return z.object({ eventId: z.string() }).parse(payload).eventId
}

/**
 * Acts on an event of the provider's. It only tells that something happened to a payment: what the payment is by now is asked
 * from the provider, so that events may come in any order, late, or twice. Events of other kinds are done with at once.
 * Rejects where the provider cannot be asked; the job is then tried again.
 */
export async function applyEvent(deps: PaymentDeps, eventId: string): Promise<void> {
  const body = await findOpenEvent(deps.db, eventId)
  if (!body) return
  try {
    const { payment, refund } = payloadOf(body)
    if (refund) await applyRefund(deps, refund.entity.id)
    if (payment) await applyPayment(deps, payment.entity.id, 'webhook')
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

// Signed nonsense stays nonsense, however often it is read.
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
}
