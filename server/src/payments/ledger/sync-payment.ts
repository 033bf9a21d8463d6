import { findOrderByProviderId, type Order } from '../orders/order-queries.ts'
import { adoptProviderOrder } from '../orders/recover-order.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { GatewayError } from '../provider/gateway.ts'
import { capturePayment } from './capture-payment.ts'
import { isKnown } from './payment-queries.ts'
import { recordPayment } from './record-payment.ts'
import type { Source } from './write-payment.ts'

/**
 * Fetches the present state of a payment from the provider and records it with its order. A payment without an order of ours
 * is kept for an admin and followed to its end; a failed one of that kind is ignored.
 */
export async function syncPayment(deps: PaymentDeps, providerPaymentId: string, source: Source): Promise<void> {
  const payment = await nullIfRejected(deps.gateway.fetchPayment(providerPaymentId))
  if (!payment) return
  const order = payment.orderId ? await findOrder(deps, payment.orderId) : null
  if (order) await capturePayment(deps, order, payment, source)
  else if (payment.status === 'captured' || (await isKnown(deps.db, payment.id))) {
    await recordPayment(deps, null, payment, source)
  }
}

async function findOrder(deps: PaymentDeps, providerOrderId: string): Promise<Order | null> {
  return (
    (await findOrderByProviderId(deps.db, providerOrderId)) ?? nullIfRejected(adoptProviderOrder(deps, providerOrderId))
  )
}

/** The provider's answer; null if it rejects the call, as for an unknown id: retrying would not change that. */
export async function nullIfRejected<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof GatewayError && error.kind === 'refused') return null
    throw error
  }
}
