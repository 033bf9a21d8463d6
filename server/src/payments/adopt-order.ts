import { findOrderByReceipt, type Order, readOrder, setProviderOrder } from './order-queries.ts'
import type { PaymentDeps } from './payment-deps.ts'

/** Finds at the provider what it made for a row of ours whose answer was lost; null where it made nothing. */
export async function adoptOrder({ gateway, db }: PaymentDeps, order: Order): Promise<Order | null> {
  const made = await gateway.findOrderByReceipt(order.receipt)
  if (!made) return null
  await setProviderOrder(db, order.id, made.id)
  return readOrder(db, order.id)
}

/** The row of ours behind an order that only the provider knows by name; null where it is none of ours. */
export async function adoptProviderOrder({ gateway, db }: PaymentDeps, providerOrderId: string): Promise<Order | null> {
  const { receipt } = await gateway.fetchOrder(providerOrderId)
  const order = receipt === null ? null : await findOrderByReceipt(db, receipt)
  if (!order) return null
  await setProviderOrder(db, order.id, providerOrderId)
  return readOrder(db, order.id)
}
