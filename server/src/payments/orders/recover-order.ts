import { inTransaction } from '../../platform/db/transaction.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { setProviderOrder } from './order-lease.ts'
import { findOrderByReceipt, type Order, readOrder } from './order-queries.ts'

/** Finds the order that the provider created for a row of ours although its reply was lost; null if it created none. */
export async function recoverOrder(deps: PaymentDeps, order: Order): Promise<Order | null> {
  const made = await deps.gateway.findOrderByReceipt(order.receipt)
  return made ? linkOrder(deps, order, made.id) : null
}

/** Finds our row for an order known only by the provider's id; null if it is not ours. */
export async function adoptProviderOrder(deps: PaymentDeps, providerOrderId: string): Promise<Order | null> {
  const { receipt } = await deps.gateway.fetchOrder(providerOrderId)
  const order = receipt === null ? null : await findOrderByReceipt(deps.db, receipt)
  return order ? linkOrder(deps, order, providerOrderId) : null
}

/** Stores the provider's order id and notifies the subject that it can be paid now. */
export async function linkOrder({ db, payables }: PaymentDeps, order: Order, providerOrderId: string): Promise<Order> {
  return inTransaction(db, async (transaction) => {
    await setProviderOrder(transaction, order.id, providerOrderId)
    await payables[order.purpose].onOpened(transaction, order.subjectId)
    return readOrder(transaction, order.id)
  })
}
