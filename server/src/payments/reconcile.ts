import { adoptOrder } from './adopt-order.ts'
import { GatewayError } from './gateway.ts'
import { takeDueOrders } from './order-queries.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { advanceRefund } from './refund-payment.ts'
import { takeDueRefunds } from './refund-queries.ts'
import { settleOrder } from './settle-payment.ts'

const AT_A_TURN_MAX = 50

/**
 * Asks the provider about everything that is open and due, and records what it says: what browser and webhook never told.
 * A provider that does not answer ends the turn; what was left is due again later.
 */
export async function reconcile(deps: PaymentDeps): Promise<void> {
  try {
    for (const order of await takeDueOrders(deps.db, AT_A_TURN_MAX, deps.reconcileEverySeconds)) {
      const known = order.providerOrderId ? order : await adoptOrder(deps, order)
      if (known) await settleOrder(deps, known, 'reconcile')
    }
    for (const refund of await takeDueRefunds(deps.db, AT_A_TURN_MAX, deps.reconcileEverySeconds)) {
      await advanceRefund(deps, refund, 'reconcile')
    }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    deps.log.warn({ err: error }, 'the payment provider could not be asked')
  }
}
