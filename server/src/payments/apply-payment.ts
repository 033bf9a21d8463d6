import { adoptProviderOrder } from './adopt-order.ts'
import { GatewayError, type ProviderPayment } from './gateway.ts'
import { findOrderByProviderId, type Order } from './order-queries.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { recordPayment, type Source } from './record-payment.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Asks the provider what a payment is by now, and records it with the order of ours that it belongs to. Money that belongs to nothing
 * of ours is kept for an admin to look at; a try of that kind that failed is nobody's concern.
 */
export async function applyPayment(deps: PaymentDeps, providerPaymentId: string, source: Source): Promise<void> {
  const payment = await fetchKnown(deps, providerPaymentId)
  if (!payment) return
  const order = payment.orderId ? await findOrder(deps, payment.orderId) : null
  if (order) await settlePayment(deps, order, payment, source)
  else if (payment.status === 'captured') await recordPayment(deps, null, payment, source)
}

async function findOrder(deps: PaymentDeps, providerOrderId: string): Promise<Order | null> {
  return (
    (await findOrderByProviderId(deps.db, providerOrderId)) ?? unlessRefused(adoptProviderOrder(deps, providerOrderId))
  )
}

function fetchKnown({ gateway }: PaymentDeps, providerPaymentId: string): Promise<ProviderPayment | null> {
  return unlessRefused(gateway.fetchPayment(providerPaymentId))
}

/** What the provider says it does not know is not there; asking again would not change that. */
async function unlessRefused<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof GatewayError && error.kind === 'refused') return null
    throw error
  }
}
