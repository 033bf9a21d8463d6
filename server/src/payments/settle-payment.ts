import { GatewayError, type ProviderPayment } from './gateway.ts'
import type { Order } from './order-queries.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { isMatch, isPaid, type RecordedPayment, recordPayment, type Source } from './record-payment.ts'

/**
 * Brings one payment as far as it goes, and records it: one that is only authorised is captured first, unless it does not match
 * its order or the subject is paid already; the provider then sends that money back by itself. Every path comes through here.
 */
export async function settlePayment(
  deps: PaymentDeps,
  order: Order,
  payment: ProviderPayment,
  source: Source,
): Promise<RecordedPayment> {
  const mayCapture = payment.status === 'authorized' && isMatch(order, payment) && !(await isPaid(deps.db, order))
  return recordPayment(deps, order, mayCapture ? await capture(deps, payment) : payment, source)
}

/** Asks the provider for everything that was tried on an order, and settles it, oldest first. */
export async function settleOrder(deps: PaymentDeps, order: Order, source: Source): Promise<RecordedPayment[]> {
  if (!order.providerOrderId) return []
  // The provider lists the newest first, and tells times in whole seconds.
  const payments = (await deps.gateway.fetchOrderPayments(order.providerOrderId)).reverse()
  payments.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const recorded: RecordedPayment[] = []
  for (const payment of payments) recorded.push(await settlePayment(deps, order, payment, source))
  return recorded
}

async function capture({ gateway }: PaymentDeps, payment: ProviderPayment): Promise<ProviderPayment> {
  try {
    return await gateway.capture(payment.id, payment.amountPaise)
  } catch (error) {
    // It may have been captured meanwhile, by the provider itself or by another of our processes: its state tells, never its words.
    if (error instanceof GatewayError) return gateway.fetchPayment(payment.id)
    throw error
  }
}
