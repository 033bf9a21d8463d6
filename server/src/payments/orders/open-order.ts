import { setTimeout as pause } from 'node:timers/promises'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { HttpError } from '../../platform/errors.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { GatewayError, type ProviderOrder } from '../provider/gateway.ts'
import { acquireLease, releaseLease } from './order-lease.ts'
import { type Order, openOrderRow, readOrder } from './order-queries.ts'
import { linkOrder } from './recover-order.ts'

// Longer than the calls that create an order: three of three seconds each.
const LEASE_SECONDS = 10
// The others look this often, for five seconds, for the result of the request that has the lease.
const WAIT_MS = 250
const WAITS_MAX = 20

type Wanted = { purpose: Purpose; subjectId: number; amountPaise: number }

/** An order that the provider knows, so that a checkout can be opened for it. */
export type OpenOrder = Order & { providerOrderId: string }

/**
 * Returns the subject's open order at the provider; creates it if there is none.
 *
 * Our row is committed before the provider is called, and no lock is held during the call. Of several concurrent requests one
 * acquires a lease and calls the provider; the others wait for its result. If an earlier reply was lost, it first looks for an
 * order with this receipt, so that the provider does not create a second one.
 *
 * Rejects with 503 if the provider does not answer, and with 502 if its answer is invalid. The row is kept and the next
 * attempt continues from it.
 */
export async function openOrder(deps: PaymentDeps, wanted: Wanted): Promise<OpenOrder> {
  let order = await openOrderRow(deps.db, wanted, deps)
  for (let waits = 0; waits < WAITS_MAX; waits++) {
    if (isOpen(order)) return order
    const lease = await acquireLease(deps.db, order.id, LEASE_SECONDS)
    if (lease) {
      if (waits === 0) return makeProviderOrder(deps, { ...order, ...lease })
      // The lease holder has given up. Calling the provider now would make this visitor wait too long.
      await releaseLease(deps.db, order.id)
      break
    }
    await pause(WAIT_MS)
    order = await readOrder(deps.db, order.id)
  }
  throw notStarted(503)
}

function notStarted(status: 502 | 503): HttpError {
  return new HttpError(status, 'payment_not_started', { retryAfterSeconds: 5 })
}

function isOpen(order: Order): order is OpenOrder {
  return order.providerOrderId !== null
}

async function makeProviderOrder(deps: PaymentDeps, order: Order): Promise<OpenOrder> {
  try {
    const made = await findOrCreateOrder(deps, order)
    if (made.amountPaise !== order.amountPaise || made.currency !== 'INR') {
      throw new GatewayError('nonsense', `The provider made an order of ${made.amountPaise} ${made.currency} paise`)
    }
    // If two orders were created for one row, the first one linked is the one to be paid.
    const linked = await linkOrder(deps, order, made.id)
    return { ...linked, providerOrderId: linked.providerOrderId ?? made.id }
  } catch (error) {
    await releaseLease(deps.db, order.id)
    if (!(error instanceof GatewayError)) throw error
    deps.log.warn({ err: error, orderId: order.id }, 'the provider made no order')
    throw notStarted(error.status)
  }
}

async function findOrCreateOrder({ gateway }: PaymentDeps, order: Order): Promise<ProviderOrder> {
  const { amountPaise, receipt, purpose, subjectId } = order
  const notes = { kind: purpose, ref: String(subjectId) }
  const existing = order.wasAsked ? await gateway.findOrderByReceipt(receipt) : null
  if (existing) return existing
  try {
    return await gateway.createOrder({ amountPaise, receipt, notes })
  } catch (error) {
    // The order may exist although the reply to its creation was lost.
    const made =
      error instanceof GatewayError && error.kind !== 'refused' ? await gateway.findOrderByReceipt(receipt) : null
    if (made) return made
    throw error
  }
}
