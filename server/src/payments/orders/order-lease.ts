import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import type { Order } from './order-queries.ts'

/**
 * Acquires the lease to call the provider for this order; null if another request holds it. `wasAsked` is what it was before:
 * a row that was read earlier may not know of a request that came in between.
 */
export async function acquireLease(db: Db, orderId: number, seconds: number): Promise<Pick<Order, 'wasAsked'> | null> {
  const claimed = await db
    .updateTable('payment_orders')
    .from((from) =>
      from.selectFrom('payment_orders').select(['id', 'was_asked']).where('id', '=', orderId).forUpdate().as('before'),
    )
    .set({ asking_until: sql`now() + make_interval(secs => ${seconds})`, was_asked: true })
    .whereRef('payment_orders.id', '=', 'before.id')
    .where('provider_order_id', 'is', null)
    .where((where) => where.or([where('asking_until', 'is', null), where('asking_until', '<', sql<Date>`now()`)]))
    .returning('before.was_asked as wasAsked')
    .executeTakeFirst()
  return claimed ?? null
}

export async function releaseLease(db: Db, orderId: number): Promise<void> {
  await db.updateTable('payment_orders').set({ asking_until: null }).where('id', '=', orderId).execute()
}

export async function setProviderOrder(db: Db, orderId: number, providerOrderId: string): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set({ provider_order_id: providerOrderId, status: 'created', asking_until: null })
    .where('id', '=', orderId)
    .where('provider_order_id', 'is', null)
    .execute()
}
