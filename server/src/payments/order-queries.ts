import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { growingPause } from './growing-pause.ts'
import type { Purpose } from './purpose.ts'

const ORDER_COLUMNS = [
  'id',
  'purpose',
  'subject_id as subjectId',
  'amount_paise as amountPaise',
  'receipt',
  'provider_order_id as providerOrderId',
  'was_asked as wasAsked',
  'status',
  'created_at as createdAt',
] as const

export type Order = {
  id: number
  purpose: Purpose
  subjectId: number
  amountPaise: number
  receipt: string
  /** Null until the provider has answered. */
  providerOrderId: string | null
  /** Whether the provider was ever asked to make it: what it made may be there although its answer was lost. */
  wasAsked: boolean
  status: string
  createdAt: Date
}

type OrderRow = Omit<Order, 'purpose'> & { purpose: string }

// The table's check allows the purposes that there are; the generated types only say text.
const withPurpose = (row: OrderRow): Order => ({ ...row, purpose: row.purpose as Purpose })

const selectOrders = (db: Db) => db.selectFrom('payment_orders').select(ORDER_COLUMNS)

/**
 * The open order of a subject for this amount, made here where there is none. An open order of another amount is replaced: it
 * is offered no more, but asked about like the others, since somebody may still pay it.
 */
export async function openOrderRow(
  db: Db,
  { purpose, subjectId, amountPaise }: { purpose: Purpose; subjectId: number; amountPaise: number },
  checkAfterSeconds: number,
): Promise<Order> {
  return inTransaction(db, async (transaction) => {
    // One request at a time for a subject: of two that want different amounts each gets an order of its own.
    await sql`select pg_advisory_xact_lock(hashtext(${`order of ${purpose} ${subjectId}`}))`.execute(transaction)
    await transaction
      .updateTable('payment_orders')
      .set({ replaced_at: sql`now()` })
      .where('purpose', '=', purpose)
      .where('subject_id', '=', subjectId)
      .where('amount_paise', '<>', amountPaise)
      .where('status', '<>', 'paid')
      .where('replaced_at', 'is', null)
      .execute()
    const receipt = `${purpose}-${subjectId}-${randomUUID().slice(0, 8)}`
    const made = await transaction
      .insertInto('payment_orders')
      .values({
        purpose,
        subject_id: subjectId,
        amount_paise: amountPaise,
        receipt,
        next_check_at: sql`now() + make_interval(secs => ${checkAfterSeconds})`,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['purpose', 'subject_id'])
          .where('status', '<>', 'paid')
          .where('replaced_at', 'is', null)
          .doNothing(),
      )
      .returning(ORDER_COLUMNS)
      .executeTakeFirst()
    if (made) return withPurpose(made)
    const open = await selectOrders(transaction)
      .where('purpose', '=', purpose)
      .where('subject_id', '=', subjectId)
      .where('status', '<>', 'paid')
      .where('replaced_at', 'is', null)
      .executeTakeFirstOrThrow()
    return withPurpose(open)
  })
}

/** Takes the right to ask the provider for this order, for so many seconds; false where somebody else has it. */
export async function claimAsking(db: Db, orderId: number, seconds: number): Promise<boolean> {
  const claimed = await db
    .updateTable('payment_orders')
    .set({ asking_until: sql`now() + make_interval(secs => ${seconds})`, was_asked: true })
    .where('id', '=', orderId)
    .where('provider_order_id', 'is', null)
    .where((where) => where.or([where('asking_until', 'is', null), where('asking_until', '<', sql<Date>`now()`)]))
    .executeTakeFirst()
  return claimed.numUpdatedRows === 1n
}

export async function giveUpAsking(db: Db, orderId: number): Promise<void> {
  await db.updateTable('payment_orders').set({ asking_until: null }).where('id', '=', orderId).execute()
}

/** Writes down what the provider calls the order. */
export async function setProviderOrder(db: Db, orderId: number, providerOrderId: string): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set({ provider_order_id: providerOrderId, status: 'created', asking_until: null })
    .where('id', '=', orderId)
    .where('provider_order_id', 'is', null)
    .execute()
}

export async function readOrder(db: Db, orderId: number): Promise<Order> {
  return withPurpose(await selectOrders(db).where('id', '=', orderId).executeTakeFirstOrThrow())
}

export async function findOrderByProviderId(db: Db, providerOrderId: string): Promise<Order | null> {
  const row = await selectOrders(db).where('provider_order_id', '=', providerOrderId).executeTakeFirst()
  return row ? withPurpose(row) : null
}

export async function findOrderByReceipt(db: Db, receipt: string): Promise<Order | null> {
  const row = await selectOrders(db).where('receipt', '=', receipt).executeTakeFirst()
  return row ? withPurpose(row) : null
}

/** Every order of a subject, oldest first. */
export async function listOrdersOf(db: Db, purpose: Purpose, subjectId: number): Promise<Order[]> {
  const rows = await selectOrders(db)
    .where('purpose', '=', purpose)
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute()
  return rows.map(withPurpose)
}

/** Lets the reconciler ask about these orders at its next turn. */
export async function checkSoon(db: Db, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return
  await db.updateTable('payment_orders').set({ next_check_at: sql`now()` }).where('id', 'in', orderIds).execute()
}

/**
 * The orders whose time to be asked about has come, at most `limit`; their next time is set before they are answered, so that a
 * process killed half-way holds none of them up. The pause grows with the order's age.
 */
export async function takeDueOrders(db: Db, limit: number, pauseSecondsMin: number): Promise<Order[]> {
  const due = db
    .selectFrom('payment_orders')
    .select('id')
    .where('next_check_at', '<=', sql<Date>`now()`)
    .orderBy('next_check_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const rows = await db
    .updateTable('payment_orders')
    .set({ next_check_at: sql<Date>`now() + ${growingPause(pauseSecondsMin)}` })
    .where('id', 'in', due)
    .returning(ORDER_COLUMNS)
    .execute()
  return rows.map(withPurpose)
}

const ASKED_ABOUT_DAYS_MAX = 5

/** Of these orders, which the provider has just answered about, those older than five days are not asked about again. */
export async function retireOldOrders(db: Db, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return
  await db
    .updateTable('payment_orders')
    .set({ next_check_at: null })
    .where('id', 'in', orderIds)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${ASKED_ABOUT_DAYS_MAX})`)
    .execute()
}
