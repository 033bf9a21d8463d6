import { inTransaction } from '../db/transaction.ts'
import { findOrderByReceipt, type Order, readOrder, setProviderOrder } from './order-queries.ts'
import type { PaymentDeps } from './payment-deps.ts'

/** Finds at the provider what it made for a row of ours whose answer was lost; null where it made nothing. */
export async function adoptOrder(deps: PaymentDeps, order: Order): Promise<Order | null> {
  const made = await deps.gateway.findOrderByReceipt(order.receipt)
  return made ? linkOrder(deps, order, made.id) : null
}

/** The row of ours behind an order that only the provider knows by name; null where it is none of ours. */
export async function adoptProviderOrder(deps: PaymentDeps, providerOrderId: string): Promise<Order | null> {
  const { receipt } = await deps.gateway.fetchOrder(providerOrderId)
  const order = receipt === null ? null : await findOrderByReceipt(deps.db, receipt)
  return order ? linkOrder(deps, order, providerOrderId) : null
}

/** Writes down what the provider calls an order of ours, and tells its subject that it can be paid now. */
export async function linkOrder({ db, payables }: PaymentDeps, order: Order, providerOrderId: string): Promise<Order> {
  return inTransaction(db, async (transaction) => {
    await setProviderOrder(transaction, order.id, providerOrderId)
    await payables[order.purpose].onPayment(transaction, order.subjectId, { kind: 'opened' })
    return readOrder(transaction, order.id)
  })
}
