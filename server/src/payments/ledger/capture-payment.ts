import { unavailable } from '../../platform/errors.ts'
import { adoptProviderOrder } from '../orders/open-order.ts'
import { checkSoon, findOrderByProviderId, type Order } from '../orders/order-queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { GatewayError, type ProviderPayment } from '../provider/gateway.ts'
import { compareReturned } from '../refunds/refund-payment.ts'
import { isKnown } from './payment-queries.ts'
import { type RecordedPayment, recordPayment } from './record-payment.ts'
import { isMatch, isWanted, mayNotBeTaken, type Source } from './write-payment.ts'

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
  return record(deps, order, mayCapture ? await capture(deps, payment) : payment, source)
}

async function record(
  deps: PaymentDeps,
  order: Order | null,
  payment: ProviderPayment,
  source: Source,
): Promise<RecordedPayment> {
  const recorded = await recordPayment(deps, order, payment, source)
  if (recorded.refundedPaise > 0) await compareReturned(deps, payment, recorded.refundedPaise)
  return recorded
}

export async function settleOrder(deps: PaymentDeps, order: Order, source: Source): Promise<RecordedPayment[]> {
  if (!order.providerOrderId) return []
  // The provider lists the newest first, and its times are whole seconds.
  const payments = (await deps.gateway.fetchOrderPayments(order.providerOrderId)).reverse()
  payments.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const recorded: RecordedPayment[] = []
  for (const payment of payments) recorded.push(await capturePayment(deps, order, payment, source))
  return recorded
}

/** Records what the provider knows of an order. Rejects with 503 if it does not answer. */
export async function askAboutOrder(payments: PaymentDeps, order: Order): Promise<void> {
  try {
    await settleOrder(payments, order, 'verify')
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    payments.log.warn({ err: error, orderId: order.id }, 'the payment provider could not be asked about an order')
    // An order of the desk, or of another key, is not known there.
    if (error.kind === 'refused') return
    await checkSoon(payments.db, [order.id])
    throw unavailable()
  }
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

/** Records the present state of a payment. One without an order of ours is kept for an admin, unless it failed. */
export async function syncPayment(deps: PaymentDeps, providerPaymentId: string, source: Source): Promise<void> {
  const payment = await nullIfRejected(deps.gateway.fetchPayment(providerPaymentId))
  if (!payment) return
  const order = payment.orderId ? await findOrder(deps, payment.orderId) : null
  if (order) await capturePayment(deps, order, payment, source)
  else if (payment.status === 'captured' || (await isKnown(deps.db, payment.id))) {
    await record(deps, null, payment, source)
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
