import type { PaymentDisposition, PaymentStatus } from '@petsetu/contract/payments.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import type { ProviderPayment } from './gateway.ts'
import type { Order } from './order-queries.ts'
import type { Payables, PaymentEvent } from './purpose.ts'
import { finishRefunds } from './refund-queries.ts'

/** By whom we learnt of it. */
export type Source = 'verify' | 'webhook' | 'reconcile' | 'admin' | 'refund'

export type RecordedPayment = { id: number; status: PaymentStatus; disposition: PaymentDisposition }

// A payment's state only ever rises. `failed` is low on purpose: a bank that answers late still authorises.
const RANK: Record<PaymentStatus, number> = { created: 0, failed: 1, authorized: 2, captured: 3, refunded: 4 }

/**
 * Records what the provider says of one payment: the only place where money changes anything.
 *
 * In one transaction, with the subject's orders locked: the payment's state moves forward or stays; a capture that matches its
 * order is applied if it is the first for its subject, kept as surplus otherwise, and quarantined if amount, currency or order
 * do not match, until the provider says otherwise; every change goes into the journal; and the subject is told. Repeating it
 * changes nothing.
 *
 * `order` is null for money that came without an order of ours.
 */
export async function recordPayment(
  { db, payables }: { db: Db; payables: Payables },
  order: Order | null,
  payment: ProviderPayment,
  source: Source,
): Promise<RecordedPayment> {
  return inTransaction(db, async (transaction) => {
    if (order) await lockOrders(transaction, order)
    else await lockStray(transaction, payment.id)
    const known = await findKnown(transaction, payment.id)
    const next = await nextState(transaction, payables, order, payment, known)
    if (known && isSame(known, next)) return { id: known.id, status: known.status, disposition: known.disposition }

    const id = await writePayment(transaction, order, payment, next)
    await writeJournal(transaction, id, source, known, next)
    if (next.status === 'refunded') await finishRefunds(transaction, id)
    if (order) {
      await advanceOrder(transaction, order, next)
      const event = eventOf(id, payment, known, next)
      if (event) await payables[order.purpose].onPayment(transaction, order.subjectId, event)
    }
    return { id, status: next.status, disposition: next.disposition }
  })
}

type State = { status: PaymentStatus; disposition: PaymentDisposition; refundedPaise: number }
type Known = State & { id: number }

// Always all orders of the subject, in one order: two payments for one purpose come one after the other.
async function lockOrders(db: Db, order: Order): Promise<void> {
  await db
    .selectFrom('payment_orders')
    .select('id')
    .where('purpose', '=', order.purpose)
    .where('subject_id', '=', order.subjectId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

// A payment without an order of ours has no row to lock before its first: two events that tell of it come one after the other.
async function lockStray(db: Db, providerPaymentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${providerPaymentId}))`.execute(db)
}

async function findKnown(db: Db, providerPaymentId: string): Promise<Known | null> {
  const row = await db
    .selectFrom('payments')
    .select(['id', 'status', 'disposition', 'refunded_paise as refundedPaise'])
    .where('provider_payment_id', '=', providerPaymentId)
    .forUpdate()
    .executeTakeFirst()
  return row
    ? { ...row, status: row.status as PaymentStatus, disposition: row.disposition as PaymentDisposition }
    : null
}

async function nextState(
  db: Db,
  payables: Payables,
  order: Order | null,
  payment: ProviderPayment,
  known: Known | null,
): Promise<State> {
  const status = known && RANK[known.status] >= RANK[payment.status] ? known.status : payment.status
  const refundedPaise = Math.min(payment.amountPaise, Math.max(known?.refundedPaise ?? 0, payment.refundedPaise))
  const disposition = known?.disposition ?? 'none'
  const isSettled = disposition === 'applied' || disposition === 'surplus'
  if (isSettled || status !== 'captured') return { status, refundedPaise, disposition }
  if (!order || !isMatch(order, payment)) return { status, refundedPaise, disposition: 'quarantined' }
  const isWanted = !(await isPaid(db, order)) && (await payables[order.purpose].isPayable(db, order.subjectId))
  return { status, refundedPaise, disposition: isWanted ? 'applied' : 'surplus' }
}

export function isMatch(order: Order, payment: ProviderPayment): boolean {
  const isSameOrder = payment.orderId !== null && payment.orderId === order.providerOrderId
  return isSameOrder && payment.amountPaise === order.amountPaise && payment.currency === 'INR'
}

/** Whether a payment has been applied to the subject of this order. */
export async function isPaid(db: Db, { purpose, subjectId }: Pick<Order, 'purpose' | 'subjectId'>): Promise<boolean> {
  const applied = await db
    .selectFrom('payments')
    .select('id')
    .where('purpose', '=', purpose)
    .where('subject_id', '=', subjectId)
    .where('disposition', '=', 'applied')
    .executeTakeFirst()
  return applied !== undefined
}

function isSame(known: Known, next: State): boolean {
  return (
    known.status === next.status && known.disposition === next.disposition && known.refundedPaise === next.refundedPaise
  )
}

async function writePayment(db: Db, order: Order | null, payment: ProviderPayment, next: State): Promise<number> {
  const state = {
    status: next.status,
    disposition: next.disposition,
    refunded_paise: next.refundedPaise,
    error_description: payment.errorDescription,
  }
  const row = await db
    .insertInto('payments')
    .values({
      ...state,
      provider_payment_id: payment.id,
      order_id: order?.id ?? null,
      purpose: order?.purpose ?? null,
      subject_id: order?.subjectId ?? null,
      amount_paise: payment.amountPaise,
      currency: payment.currency,
      captured_at: next.status === 'captured' ? sql`now()` : null,
      created_at: payment.createdAt,
    })
    .onConflict((conflict) =>
      conflict.column('provider_payment_id').doUpdateSet({
        ...state,
        ...untilSettled('amount_paise', 'currency', 'order_id', 'purpose', 'subject_id'),
        captured_at: sql`coalesce(payments.captured_at, excluded.captured_at)`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** What the provider said before a capture was acted on counts no more than what it says now. */
function untilSettled(...columns: string[]) {
  const latest = (column: string) => sql`case when payments.disposition in ('none', 'quarantined')
    then coalesce(${sql.ref(`excluded.${column}`)}, ${sql.ref(`payments.${column}`)}) else ${sql.ref(`payments.${column}`)} end`
  return Object.fromEntries(columns.map((column) => [column, latest(column)]))
}

async function writeJournal(
  db: Db,
  paymentId: number,
  source: Source,
  known: Known | null,
  next: State,
): Promise<void> {
  await db
    .insertInto('payment_journal')
    .values({
      payment_id: paymentId,
      source,
      status_before: known?.status ?? null,
      status_after: next.status,
      disposition_before: known?.disposition ?? null,
      disposition_after: next.disposition,
      refunded_paise_before: known?.refundedPaise ?? 0,
      refunded_paise_after: next.refundedPaise,
    })
    .execute()
}

async function advanceOrder(db: Db, order: Order, next: State): Promise<void> {
  const isDone = next.disposition === 'applied' || next.disposition === 'surplus'
  // Money came that paid for nothing here, or went back before we heard of it. The provider takes no second payment for such an
  // order: it is offered no more, so that the subject gets another one.
  const isSpent = next.disposition === 'quarantined' || (next.disposition === 'none' && next.status === 'refunded')
  // It is asked about further on, also when it is paid: of a second payment, or of a refund at the provider's own desk, the one
  // event may be lost.
  await db
    .updateTable('payment_orders')
    .set(isDone ? { status: 'paid' } : { status: 'attempted', ...(isSpent && { replaced_at: sql`now()` }) })
    .where('id', '=', order.id)
    .where('status', '<>', 'paid')
    .execute()
}

function eventOf(paymentId: number, payment: ProviderPayment, known: Known | null, next: State): PaymentEvent | null {
  const wasApplied = known?.disposition === 'applied'
  if (next.disposition === 'applied' && !wasApplied) {
    return {
      kind: 'paid',
      paymentId,
      amountPaise: payment.amountPaise,
      providerPaymentId: payment.id,
      paidAt: payment.createdAt,
    }
  }
  if (wasApplied && next.status === 'refunded' && known?.status !== 'refunded') return { kind: 'refunded' }
  return next.status === 'failed' ? { kind: 'failed' } : null
}
