import type { PaymentDisposition, PaymentStatus } from '@petsetu/contract/payments.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { EnqueueMail } from '../../mail/outbox.ts'
import { insertReceipt } from '../../receipts/receipt-queries.ts'
import { insertRefundReceipt } from '../../receipts/refund-receipts.ts'
import type { Order } from '../orders/order-queries.ts'
import { DESK_KEY } from '../provider/account.ts'
import type { ProviderPayment } from '../provider/gateway.ts'
import type { Payables } from '../purpose-rules.ts'
import { finishRefunds } from '../refunds/refund-queries.ts'
import { changeOf, mailAbout, notifySubject, type PaymentState } from './notify-subject.ts'

/** How the server learnt of the payment. */
export type Source = 'verify' | 'webhook' | 'reconcile' | 'admin' | 'refund' | 'desk'

export type RecordedPayment = { id: number; status: PaymentStatus; disposition: PaymentDisposition }

// A payment's status never goes back. `failed` ranks low on purpose: a late bank may still authorise the payment.
const RANK: Record<PaymentStatus, number> = { created: 0, failed: 1, authorized: 2, captured: 3, refunded: 4 }

/**
 * Records the state of one payment as the provider reports it. Nothing else changes what is paid.
 *
 * Runs in one transaction that locks the subject's orders. The status moves forward or stays. A captured payment that matches
 * its order is `applied` if it is the first for its subject, and `surplus` otherwise; it is `quarantined` while amount,
 * currency or order do not match. Each change is written to the journal and passed to the subject. Calling it
 * again with the same payment changes nothing.
 *
 * `order` is null for a payment without an order of ours.
 */
export async function recordPayment(
  { db, payables, keyId, enqueueMail }: { db: Db; payables: Payables; keyId: string; enqueueMail: EnqueueMail },
  order: Order | null,
  payment: ProviderPayment,
  source: Source,
): Promise<RecordedPayment> {
  return inTransaction(db, async (transaction) => {
    if (order) await lockOrders(transaction, order)
    else await lockStray(transaction, payment.id)
    const known = await findKnown(transaction, payment.id)
    const next = await nextState(transaction, payables, order, payment, known)
    if (known && isSame(known, next)) {
      // A retried refund: the payment already had the status 'refunded'.
      if (payment.status === 'refunded') await finishRefunds(transaction, known.id)
      return { id: known.id, status: known.status, disposition: known.disposition }
    }

    const id = await writePayment(transaction, keyId, order, payment, next)
    await writeJournal(transaction, id, source, known, next)
    if (next.status === 'refunded') await finishRefunds(transaction, id)
    if (order) {
      await advanceOrder(transaction, order, next)
      const change = changeOf(known, next)
      const receipt = await notifySubject(transaction, payables[order.purpose], order.subjectId, change, payment)
      const issued =
        receipt && (await insertReceipt(transaction, { paymentId: id, paidAt: payment.createdAt }, receipt))
      const returned = change === 'refunded' ? await insertRefundReceipt(transaction, id, new Date()) : null
      const recorded = { order, paymentId: id, payment, issued, returned, known, next, isAtDesk: keyId === DESK_KEY }
      const mail = await mailAbout(transaction, payables, recorded)
      if (mail) await enqueueMail(transaction, mail)
    }
    return { id, status: next.status, disposition: next.disposition }
  })
}

type State = PaymentState & { refundedPaise: number }
type Known = State & { id: number }

/**
 * Locks all orders of the subject in a fixed order, so that two payments for one subject are recorded one after the other,
 * without a deadlock.
 */
export async function lockOrders(db: Db, order: Pick<Order, 'purpose' | 'subjectId'>): Promise<void> {
  await db
    .selectFrom('payment_orders')
    .select('id')
    .where('purpose', '=', order.purpose)
    .where('subject_id', '=', order.subjectId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

// A payment without an order has no row to lock at first, so an advisory lock serialises two events about it.
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
  return { status, refundedPaise, disposition: (await isWanted({ db, payables }, order)) ? 'applied' : 'surplus' }
}

export function isMatch(order: Order, payment: ProviderPayment): boolean {
  const isSameOrder = payment.orderId !== null && payment.orderId === order.providerOrderId
  return isSameOrder && payment.amountPaise === order.amountPaise && payment.currency === 'INR'
}

/** Whether the subject of this order still needs a payment. */
export async function isWanted({ db, payables }: { db: Db; payables: Payables }, order: Order): Promise<boolean> {
  return !(await isPaid(db, order)) && (await payables[order.purpose].isPayable(db, order.subjectId))
}

async function isPaid(db: Db, { purpose, subjectId }: Pick<Order, 'purpose' | 'subjectId'>): Promise<boolean> {
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

async function writePayment(
  db: Db,
  keyId: string,
  order: Order | null,
  payment: ProviderPayment,
  next: State,
): Promise<number> {
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
      key_id: keyId,
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

/** Until a payment is applied or surplus, later values from the provider replace earlier ones. */
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
  // Quarantined money, or money refunded before we heard of it, pays for nothing. The provider accepts no second payment for
  // such an order, so it is replaced and the subject gets a new one.
  const isSpent = next.disposition === 'quarantined' || (next.disposition === 'none' && next.status === 'refunded')
  // A paid order is still polled, because the webhook of a second payment, or of a refund made in the provider's dashboard,
  // may be lost.
  await db
    .updateTable('payment_orders')
    .set(isDone ? { status: 'paid' } : { status: 'attempted', ...(isSpent && { replaced_at: sql`now()` }) })
    .where('id', '=', order.id)
    .where('status', '<>', 'paid')
    .execute()
}
