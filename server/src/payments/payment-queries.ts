import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import type { DeskPayment, PaymentDisposition, PaymentStatus } from '@petsetu/contract/payments.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Order } from './order-queries.ts'
import type { Purpose } from './purpose.ts'

/** Whether this very payment is the one that paid for the order's subject and still stands. */
export async function isApplied(db: Db, order: Order, providerPaymentId: string): Promise<boolean> {
  const applied = await db
    .selectFrom('payments')
    .select('id')
    .where('provider_payment_id', '=', providerPaymentId)
    .where('order_id', '=', order.id)
    .where('disposition', '=', 'applied')
    .where('status', '=', 'captured')
    .executeTakeFirst()
  return applied !== undefined
}

function selectDeskPayments(db: Db) {
  return db
    .selectFrom('payments')
    .leftJoin('payment_orders', 'payment_orders.id', 'payments.order_id')
    .select([
      'payments.id',
      'payments.amount_paise as amountPaise',
      'payment_orders.provider_order_id as providerOrderId',
      'payments.provider_payment_id as providerPaymentId',
      'payments.status',
      'payments.disposition',
      'payments.created_at as createdAt',
      sql<boolean>`exists (select from refunds where refunds.payment_id = payments.id and refunds.status in ('new', 'pending'))`.as(
        'isRefundPending',
      ),
    ])
}

type DeskRow = Awaited<ReturnType<ReturnType<typeof selectDeskPayments>['executeTakeFirstOrThrow']>>

function deskPayment(row: DeskRow): DeskPayment {
  return {
    id: row.id,
    amount: row.amountPaise / PAISE_PER_RUPEE,
    razorpay_order_id: row.providerOrderId,
    razorpay_payment_id: row.providerPaymentId,
    status: row.status as PaymentStatus,
    disposition: row.disposition as PaymentDisposition,
    is_refund_pending: row.isRefundPending,
    created_at: row.createdAt.toISOString(),
  }
}

/** Every payment that was tried for a subject, newest first. */
export async function listPaymentsOf(db: Db, purpose: Purpose, subjectId: number): Promise<DeskPayment[]> {
  const rows = await selectDeskPayments(db)
    .where('payments.purpose', '=', purpose)
    .where('payments.subject_id', '=', subjectId)
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id', 'desc')
    .execute()
  return rows.map(deskPayment)
}

export async function findDeskPayment(db: Db, paymentId: number): Promise<DeskPayment | null> {
  const row = await selectDeskPayments(db).where('payments.id', '=', paymentId).executeTakeFirst()
  return row ? deskPayment(row) : null
}
