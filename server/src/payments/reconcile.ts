import { adoptOrder } from './adopt-order.ts'
import { GatewayError } from './gateway.ts'
import { checkSoon, type Order, retireOldOrders, takeDueOrders } from './order-queries.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { advanceRefund } from './refund-payment.ts'
import { takeDueRefunds } from './refund-queries.ts'
import { settleOrder } from './settle-payment.ts'

const AT_A_TURN_MAX = 50

/**
 * Asks the provider about everything that is open and due, and records what it says: what browser and webhook never told.
 * A provider that does not answer ends the turn; what was left is due again later. What it refuses, or tells nonsense of, holds
 * up nothing else.
 */
export async function reconcile(deps: PaymentDeps): Promise<void> {
  if (!(await askAboutOrders(deps))) return
  for (const refund of await takeDueRefunds(deps.db, AT_A_TURN_MAX, deps.reconcileEverySeconds)) {
    if (!(await isReached(deps, advanceRefund(deps, refund, 'reconcile')))) return
  }
}

/** False where the provider was not reached: what it has not answered about stays due, however old it is. */
async function askAboutOrders(deps: PaymentDeps): Promise<boolean> {
  const due = await takeDueOrders(deps.db, AT_A_TURN_MAX, deps.reconcileEverySeconds)
  const answered: number[] = []
  for (const order of due) {
    if (!(await isReached(deps, askAboutOrder(deps, order)))) break
    answered.push(order.id)
  }
  await retireOldOrders(deps.db, answered)
  // Another node has time for them, or this one when it is back.
  const left = due.slice(answered.length).map(({ id }) => id)
  if (deps.stopping?.aborted) await checkSoon(deps.db, left)
  return answered.length === due.length
}

async function askAboutOrder(deps: PaymentDeps, order: Order): Promise<void> {
  const known = order.providerOrderId ? order : await adoptOrder(deps, order)
  if (known) await settleOrder(deps, known, 'reconcile')
}

async function isReached({ log }: PaymentDeps, asked: Promise<void>): Promise<boolean> {
  try {
    await asked
    return true
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    log.warn({ err: error }, 'the payment provider could not be asked')
    return error.kind !== 'unreachable'
  }
}
