import type { Order } from '../orders/order-queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { GatewayError, type ProviderPayment } from '../provider/gateway.ts'
import { isMatch, isWanted, mayNotBeTaken } from './next-state.ts'
import { type RecordedPayment, recordPayment } from './record-payment.ts'
import type { Source } from './write-payment.ts'

/**
 * Captures a payment if needed and records it. An authorised payment is captured first, unless it does not match its order, it
 * comes from abroad and may not be taken, or its subject is paid or cancelled; the provider returns uncaptured money by itself. Every
 * path (verify, webhook, reconcile) ends here.
 */
export async function capturePayment(
  deps: PaymentDeps,
  order: Order,
  payment: ProviderPayment,
  source: Source,
): Promise<RecordedPayment> {
  const isDue = isMatch(order, payment) && !mayNotBeTaken(deps, payment) && (await isWanted(deps, order))
  const mayCapture = payment.status === 'authorized' && isDue
  return recordPayment(deps, order, mayCapture ? await capture(deps, payment) : payment, source)
}

/** Fetches all payments of an order from the provider and records them, oldest first. */
export async function settleOrder(deps: PaymentDeps, order: Order, source: Source): Promise<RecordedPayment[]> {
  if (!order.providerOrderId) return []
  // The provider lists the newest first, and its times are whole seconds.
  const payments = (await deps.gateway.fetchOrderPayments(order.providerOrderId)).reverse()
  payments.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const recorded: RecordedPayment[] = []
  for (const payment of payments) recorded.push(await capturePayment(deps, order, payment, source))
  return recorded
}

async function capture({ gateway }: PaymentDeps, payment: ProviderPayment): Promise<ProviderPayment> {
  try {
    return await gateway.capture(payment.id, payment.amountPaise)
  } catch (error) {
    // The provider or another process may have captured it meanwhile: check its state, not the error text.
    if (error instanceof GatewayError) return gateway.fetchPayment(payment.id)
    throw error
  }
}
