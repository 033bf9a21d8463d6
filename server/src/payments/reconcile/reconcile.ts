import { settleOrder } from '../ledger/capture-payment.ts'
import { checkSoon, type Order, retireOldOrders, takeDueOrders } from '../orders/order-queries.ts'
import { recoverOrder } from '../orders/recover-order.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { GatewayError } from '../provider/gateway.ts'
import { advanceRefund } from '../refunds/refund-payment.ts'
import { takeDueRefunds } from '../refunds/refund-queries.ts'

const AT_A_TURN_MAX = 50

/**
 * Asks the provider about everything open and due and records the answers, so that payments are found whose webhook and
 * browser report were lost. If the provider does not answer, the round ends and the rest stays due. An order that is refused,
 * or answered with an invalid reply, does not delay the others.
 */
export async function reconcile(deps: PaymentDeps): Promise<void> {
  if (!(await askAboutOrders(deps))) return
  for (const refund of await takeDueRefunds(deps.db, deps.keyId, AT_A_TURN_MAX, deps.reconcileEverySeconds)) {
    if (!(await isReached(deps, advanceRefund(deps, refund, 'reconcile')))) return
  }
}

/** False if the provider was unreachable: orders without an answer stay due, however old they are. */
async function askAboutOrders(deps: PaymentDeps): Promise<boolean> {
  const due = await takeDueOrders(deps.db, deps.keyId, AT_A_TURN_MAX, deps.reconcileEverySeconds)
  const answered: number[] = []
  for (const order of due) {
    if (!(await isReached(deps, askAboutOrder(deps, order)))) break
    answered.push(order.id)
  }
  await retireOldOrders(deps.db, answered)
  // Makes the rest due again, for another node or for the next round.
  const left = due.slice(answered.length).map(({ id }) => id)
  if (deps.stopping?.aborted) await checkSoon(deps.db, left)
  return answered.length === due.length
}

async function askAboutOrder(deps: PaymentDeps, order: Order): Promise<void> {
  const known = order.providerOrderId ? order : await recoverOrder(deps, order)
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
