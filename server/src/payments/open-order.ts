import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '../errors.ts'
import { linkOrder } from './adopt-order.ts'
import { GatewayError, type ProviderOrder } from './gateway.ts'
import { claimAsking, giveUpAsking, type Order, openOrderRow, readOrder } from './order-queries.ts'
import type { PaymentDeps } from './payment-deps.ts'
import type { Purpose } from './purpose.ts'

const ASKING_SECONDS_MAX = 10
const WAIT_FOR_OTHER_MS = 250
const WAITS_MAX = 20

type Wanted = { purpose: Purpose; subjectId: number; amountPaise: number; notes: Record<string, string> }

/** An order that a checkout can be opened for. */
export type OpenOrder = Order & { providerOrderId: string }

/**
 * The open order of a subject, known to the provider: the one that is there, or a new one.
 *
 * Our row with its receipt is committed before the provider is asked, and no lock is held while it is: of several requests at
 * once one takes the right to ask and the others wait for its result. Where an earlier answer was lost, the provider is first
 * asked for an order of this receipt, so that it makes one and not two.
 *
 * Refuses with 503 where the provider does not answer and with 502 where it answers nonsense; the row is kept, and the next
 * try goes on from it.
 */
export async function openOrder(deps: PaymentDeps, { notes, ...wanted }: Wanted): Promise<OpenOrder> {
  let order = await openOrderRow(deps.db, wanted, deps.reconcileAfterSeconds)
  for (let waits = 0; waits < WAITS_MAX; waits++) {
    if (isOpen(order)) return order
    if (await claimAsking(deps.db, order.id, ASKING_SECONDS_MAX)) {
      if (waits === 0) return makeProviderOrder(deps, order, notes)
      // Whoever asked has given up. Asking once more would keep this visitor waiting for longer than anybody should.
      await giveUpAsking(deps.db, order.id)
      break
    }
    await pause(WAIT_FOR_OTHER_MS)
    order = await readOrder(deps.db, order.id)
  }
  throw refused(503)
}

function refused(status: 502 | 503): Refusal {
  return new Refusal(status, 'Failed to initiate payment. Please try again.', { retryAfterSeconds: 5 })
}

function isOpen(order: Order): order is OpenOrder {
  return order.providerOrderId !== null
}

async function makeProviderOrder(deps: PaymentDeps, order: Order, notes: Record<string, string>): Promise<OpenOrder> {
  try {
    const made = await askForOrder(deps, order, notes)
    if (made.amountPaise !== order.amountPaise || made.currency !== 'INR') {
      throw new GatewayError('nonsense', `The provider made an order of ${made.amountPaise} ${made.currency} paise`)
    }
    await linkOrder(deps, order, made.id)
    return { ...order, providerOrderId: made.id }
  } catch (error) {
    await giveUpAsking(deps.db, order.id)
    if (!(error instanceof GatewayError)) throw error
    deps.log.warn({ err: error, orderId: order.id }, 'the provider made no order')
    throw refused(error.kind === 'unreachable' ? 503 : 502)
  }
}

async function askForOrder(
  { gateway }: PaymentDeps,
  order: Order,
  notes: Record<string, string>,
): Promise<ProviderOrder> {
  const { amountPaise, receipt } = order
  const existing = order.wasAsked ? await gateway.findOrderByReceipt(receipt) : null
  if (existing) return existing
  try {
    return await gateway.createOrder({ amountPaise, receipt, notes })
  } catch (error) {
    // The order may have been made and its answer lost on the way.
    const made =
      error instanceof GatewayError && error.kind !== 'refused' ? await gateway.findOrderByReceipt(receipt) : null
    if (made) return made
    throw error
  }
}
