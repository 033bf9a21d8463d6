import { settleOrder } from '../ledger/capture-payment.ts'
import { checkSoon, type Order, retireOldOrders, takeDueOrders } from '../orders/order-queries.ts'
import { recoverOrder } from '../orders/recover-order.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { GatewayError } from '../provider/gateway.ts'
import { advanceRefund } from '../refunds/refund-payment.ts'
import { takeDueRefunds } from '../refunds/refund-queries.ts'
import { returnByItself } from '../refunds/return-by-itself.ts'

const AT_A_TURN_MAX = 50

/**
 * Asks the provider about everything open and due and records the answers, so that payments are found whose webhook and
 * browser report were lost, and sends back what has waited long enough. If the provider does not answer, the round ends and the rest stays due. An order that is refused,
 * or answered with an invalid reply, does not delay the others.
 */
export async function reconcile(deps: PaymentDeps): Promise<void> {
  const orders = await takeDueOrders(deps.db, deps.keyId, AT_A_TURN_MAX, deps.reconcileEverySeconds)
  const answered = await askEach(deps, orders, (order) => askAboutOrder(deps, order))
  // Orders without an answer stay due, however old they are.
  await retireOldOrders(deps.db, idsOf(answered))
  // Makes the rest due again, for another node or for the next round.
  if (deps.stopping?.aborted) await checkSoon(deps.db, idsOf(orders.slice(answered.length)))
  if (answered.length < orders.length) return
  await returnByItself(deps)
  const refunds = await takeDueRefunds(deps.db, deps.keyId, AT_A_TURN_MAX, deps.reconcileEverySeconds)
  await askEach(deps, refunds, (refund) => advanceRefund(deps, refund, 'reconcile'))
}

/** Asks about one after the other until the provider is unreachable; returns those before. */
async function askEach<T>(deps: PaymentDeps, due: T[], ask: (one: T) => Promise<void>): Promise<T[]> {
  for (const [index, one] of due.entries()) if (!(await isReached(deps, ask(one)))) return due.slice(0, index)
  return due
}

const idsOf = (orders: Order[]) => orders.map(({ id }) => id)

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
