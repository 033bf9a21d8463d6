import { setTimeout as pause } from 'node:timers/promises'
import type { CheckoutData } from '@petsetu/contract/payments/payments.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { HttpError } from '../../platform/errors.ts'
import { setVoidAside } from '../ledger/set-void-aside.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { GatewayError, type ProviderOrder } from '../provider/gateway.ts'
import { findOrderByReceipt, type Order, openOrderRow, readOrder, type WantedOrder } from './order-queries.ts'

// Longer than the calls that create an order: three of three seconds each.
const LEASE_SECONDS = 10
// The others look this often, for five seconds, for the result of the request that has the lease.
const WAIT_MS = 250
const WAITS_MAX = 20

export type OpenOrder = Order & { providerOrderId: string }

/**
 * Returns the subject's open order at the provider; creates it if there is none.
 *
 * Our row is committed before the provider is called, and no lock is held during the call. Of several concurrent requests one
 * acquires a lease and calls the provider; the others wait for its result. If an earlier reply was lost, it first looks for an
 * order with this receipt, so that the provider does not create a second one.
 *
 * Rejects with 503 if the provider does not answer, and with 502 if its answer is invalid. The row is kept and the next
 * attempt continues from it.
 */
export async function openOrder(deps: PaymentDeps, wanted: WantedOrder): Promise<OpenOrder> {
  let order = await inTransaction(deps.db, async (transaction) => {
    if (deps.payables[wanted.purpose].onVoidSetAside) await payOnceMore(deps, transaction, wanted)
    return openOrderRow(transaction, wanted, deps)
  })
  for (let waits = 0; waits < WAITS_MAX; waits++) {
    if (isOpen(order)) return order
    const lease = await acquireLease(deps.db, order.id, LEASE_SECONDS)
    if (lease) {
      if (waits === 0) return makeProviderOrder(deps, { ...order, ...lease })
      // The lease holder has given up. Calling the provider now would make this visitor wait too long.
      await releaseLease(deps.db, order.id)
      break
    }
    await pause(WAIT_MS)
    order = await readOrder(deps.db, order.id)
  }
  throw notStarted(503)
}

/** Rejects with 409 what is not due any more since the caller has looked: it was merged, or the desk has taken the money. */
async function payOnceMore({ payables }: PaymentDeps, transaction: Db, wanted: WantedOrder): Promise<void> {
  const { purpose, subjectId, amountPaise } = wanted
  if (await setVoidAside(payables, transaction, wanted))
    await payables[purpose].requireDue(transaction, subjectId, amountPaise)
}

function notStarted(status: 502 | 503): HttpError {
  return new HttpError(status, 'payment_not_started', { retryAfterSeconds: 5 })
}

function isOpen(order: Order): order is OpenOrder {
  return order.providerOrderId !== null
}

async function makeProviderOrder(deps: PaymentDeps, order: Order): Promise<OpenOrder> {
  try {
    const made = await findOrCreateOrder(deps, order)
    if (made.amountPaise !== order.amountPaise || made.currency !== 'INR') {
      throw new GatewayError('unreadable', `The provider made an order of ${made.amountPaise} ${made.currency} paise`)
    }
    // If two orders were created for one row, the first one linked is the one to be paid.
    const linked = await linkOrder(deps, order, made.id)
    return { ...linked, providerOrderId: linked.providerOrderId ?? made.id }
  } catch (error) {
    await releaseLease(deps.db, order.id)
    if (!(error instanceof GatewayError)) throw error
    deps.log.warn({ err: error, orderId: order.id }, 'the provider made no order')
    throw notStarted(error.status)
  }
}

async function findOrCreateOrder({ gateway }: PaymentDeps, order: Order): Promise<ProviderOrder> {
  const { amountPaise, receipt, purpose, subjectId } = order
  const notes = { kind: purpose, ref: String(subjectId) }
  const existing = order.wasAsked ? await gateway.findOrderByReceipt(receipt) : null
  if (existing) return existing
  try {
    return await gateway.createOrder({ amountPaise, receipt, notes })
  } catch (error) {
    // The order may exist although the reply to its creation was lost.
    const made =
      error instanceof GatewayError && error.kind !== 'refused' ? await gateway.findOrderByReceipt(receipt) : null
    if (made) return made
    throw error
  }
}

/** The options with which a browser opens the provider's checkout for this order. The amount is in paise. */
export function checkoutOf(
  order: OpenOrder,
  { keyId, foundation }: Pick<PaymentDeps, 'keyId' | 'foundation'>,
  description: string,
): { order_id: string; checkout_data: CheckoutData } {
  return {
    order_id: order.providerOrderId,
    checkout_data: {
      key: keyId,
      amount: order.amountPaise,
      currency: 'INR',
      name: foundation().foundationName,
      description,
    },
  }
}

/** Acquires the lease to call the provider, or null. `wasAsked` is what it was before, for a row read earlier. */
async function acquireLease(db: Db, orderId: number, seconds: number): Promise<Pick<Order, 'wasAsked'> | null> {
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

async function releaseLease(db: Db, orderId: number): Promise<void> {
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
async function linkOrder({ db, payables }: PaymentDeps, order: Order, providerOrderId: string): Promise<Order> {
  return inTransaction(db, async (transaction) => {
    await setProviderOrder(transaction, order.id, providerOrderId)
    await payables[order.purpose].onOpened(transaction, order.subjectId)
    return readOrder(transaction, order.id)
  })
}
