import { randomUUID } from 'node:crypto'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { type RawBuilder, sql } from 'kysely'
import { daysAgo, idsOf, isOneOf } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { isOurAccount } from '../provider/account.ts'

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
  providerOrderId: string | null
  /** True if its creation was ever requested: the order may exist at the provider although the reply was lost. */
  wasAsked: boolean
  status: string
  createdAt: Date
}

const selectOrders = (db: Db) => db.selectFrom('payment_orders').select(ORDER_COLUMNS)

/** Makes requests for orders of one subject wait for each other, so that two with different amounts get an order each. */
export async function lockSubject(
  transaction: Db,
  { purpose, subjectId }: Pick<Order, 'purpose' | 'subjectId'>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`order of ${purpose} ${subjectId}`}))`.execute(transaction)
}

/** SQL: when somebody last opened an order to pay it. */
const LAST_OPENED = sql<Date>`greatest(created_at, last_opened_at)`

/** The payment that an order is to collect. */
export type WantedOrder = { purpose: Purpose; subjectId: number; amountPaise: number }

/**
 * The subject's open order for this amount; inserts one if there is none. An open order with another amount or API key is
 * replaced: no checkout opens for it any more, but the reconciler still checks it, since somebody may still pay it. One that is opened
 * again is polled like a new one. With null in place of `reconcileAfterSeconds` the reconciler never asks about the order.
 */
export async function openOrderRow(
  db: Db,
  { purpose, subjectId, amountPaise }: WantedOrder,
  { keyId, reconcileAfterSeconds }: { keyId: string; reconcileAfterSeconds: number | null },
): Promise<Order> {
  return inTransaction(db, async (transaction) => {
    await lockSubject(transaction, { purpose, subjectId })
    await transaction
      .updateTable('payment_orders')
      .set({ replaced_at: sql`now()` })
      .where('purpose', '=', purpose)
      .where('subject_id', '=', subjectId)
      .where(sql<boolean>`(amount_paise <> ${amountPaise} or key_id is distinct from ${keyId})`)
      .where('status', '<>', 'paid')
      .where('replaced_at', 'is', null)
      .execute()
    const firstCheckAt = sql<Date | null>`now() + make_interval(secs => ${reconcileAfterSeconds}::double precision)`
    const receipt = `${purpose}-${subjectId}-${randomUUID().slice(0, 8)}`
    const made = await transaction
      .insertInto('payment_orders')
      .values({
        purpose,
        subject_id: subjectId,
        amount_paise: amountPaise,
        receipt,
        key_id: keyId,
        next_check_at: firstCheckAt,
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
    if (made) return made
    const open = await selectOrders(transaction)
      .where('purpose', '=', purpose)
      .where('subject_id', '=', subjectId)
      .where('status', '<>', 'paid')
      .where('replaced_at', 'is', null)
      .executeTakeFirstOrThrow()
    await transaction
      .updateTable('payment_orders')
      .set({ last_opened_at: sql`now()`, next_check_at: sql`least(next_check_at, ${firstCheckAt})` })
      .where('id', '=', open.id)
      // Several requests of one moment need no row each.
      .where(LAST_OPENED, '<', sql<Date>`now() - interval '1 minute'`)
      .execute()
    return open
  })
}

export async function readOrder(db: Db, orderId: number): Promise<Order> {
  return await selectOrders(db).where('id', '=', orderId).executeTakeFirstOrThrow()
}

export async function findOrderByProviderId(db: Db, providerOrderId: string): Promise<Order | null> {
  const row = await selectOrders(db).where('provider_order_id', '=', providerOrderId).executeTakeFirst()
  return row ?? null
}

export async function findOrderByReceipt(db: Db, receipt: string): Promise<Order | null> {
  const row = await selectOrders(db).where('receipt', '=', receipt).executeTakeFirst()
  return row ?? null
}

export async function findOpenOrderId(
  db: Db,
  { purpose, subjectId }: Pick<Order, 'purpose' | 'subjectId'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('payment_orders')
    .select('provider_order_id')
    .where('purpose', '=', purpose)
    .where('subject_id', '=', subjectId)
    .where('status', '<>', 'paid')
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
  return row?.provider_order_id ?? null
}

export async function listOrdersOf(db: Db, keyId: string, purpose: Purpose, subjectId: number): Promise<Order[]> {
  return selectOrders(db)
    .where('purpose', '=', purpose)
    .where('subject_id', '=', subjectId)
    .where(isOurAccount(keyId))
    .orderBy('id')
    .execute()
}

export async function checkSoon(db: Db, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return
  await db.updateTable('payment_orders').set({ next_check_at: sql`now()` }).where('id', 'in', orderIds).execute()
}

export async function takeDueOrders(db: Db, keyId: string, limit: number, pauseSecondsMin: number): Promise<Order[]> {
  const ids = await takeDue(db, 'payment_orders', isOurAccount(keyId), { limit, pauseSecondsMin })
  if (ids.length === 0) return []
  return selectOrders(db).where('id', 'in', ids).execute()
}

const ASKED_ABOUT_DAYS_MAX = 5

/** Stops polling those of these orders, about which the provider has just answered, that are too old. */
export async function retireOldOrders(db: Db, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return
  await db
    .updateTable('payment_orders')
    .set({ next_check_at: null })
    .where('id', 'in', orderIds)
    .where(LAST_OPENED, '<', daysAgo(ASKED_ABOUT_DAYS_MAX))
    .execute()
}

/** Claims due rows that are ours. Their next check is stored first, so that a crash does not delay the others. */
export async function takeDue(
  db: Db,
  table: 'payment_orders' | 'refunds',
  isOurs: RawBuilder<boolean>,
  { limit, pauseSecondsMin }: { limit: number; pauseSecondsMin: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(table)} set next_check_at = now() + ${backoff(SINCE[table], pauseSecondsMin)}
    where id in (
      select id from ${sql.table(table)}
      where next_check_at <= now() and ${isOurs}
      order by next_check_at
      limit ${limit}
      for update skip locked)
    returning id`.execute(db)
  return idsOf(rows)
}

/** Makes claimed rows due again about which nobody was asked. One that was finished meanwhile stays so. */
export async function dueAgain(db: Db, table: Parameters<typeof takeDue>[1], ids: number[]): Promise<void> {
  await sql`
    update ${sql.table(table)} set next_check_at = now()
    where ${isOneOf('id', ids)} and next_check_at is not null`.execute(db)
}

const SINCE = { payment_orders: LAST_OPENED, refunds: sql<Date>`created_at` }

/** SQL: half the time since then, at least `secondsMin`, at most a day, so that a fresh payment is polled often. */
function backoff(since: RawBuilder<Date>, secondsMin: number) {
  return sql`greatest(make_interval(secs => ${secondsMin}), least((now() - ${since}) / 2, interval '1 day'))`
}
