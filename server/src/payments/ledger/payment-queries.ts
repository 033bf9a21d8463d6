import { type AdminPayment, type DeskDetails, UNMATCHED_DISPOSITIONS } from '@petsetu/contract/payments/payments.ts'
import { toRupees } from '@petsetu/contract/platform/money.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { type RawBuilder, sql } from 'kysely'
import { literals } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Order } from '../orders/order-queries.ts'

/** True if this payment is the one applied to the order's subject, and is not refunded. */
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

/** True if a payment is applied to the order's subject and not refunded. */
export async function isSubjectPaid(db: Db, order: Order): Promise<boolean> {
  const applied = await selectApplied(db, order).where('status', '=', 'captured').executeTakeFirst()
  return applied !== undefined
}

/** True if a payment was ever applied to the order's subject, refunded since or not. */
export async function wasSubjectPaid(db: Db, order: Order): Promise<boolean> {
  return (await selectApplied(db, order).executeTakeFirst()) !== undefined
}

/** SQL condition on the ids of subjects: a payment was applied to it within the last day, and was not refunded. */
export function wasPaidToday(purpose: Purpose, subjectId: RawBuilder<unknown>) {
  return sql<boolean>`exists (
    select from payments
    where payments.purpose = ${purpose} and payments.subject_id = ${subjectId} and payments.disposition = 'applied'
      and payments.status = 'captured' and payments.captured_at > now() - interval '1 day')`
}

function selectApplied(db: Db, { purpose, subjectId }: Order) {
  return db
    .selectFrom('payments')
    .select('id')
    .where('purpose', '=', purpose)
    .where('subject_id', '=', subjectId)
    .where('disposition', '=', 'applied')
}

export async function isKnown(db: Db, providerPaymentId: string): Promise<boolean> {
  const known = await db
    .selectFrom('payments')
    .select('id')
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirst()
  return known !== undefined
}

/** True if a payment for a subject is pending, or captured and not refunded. */
export async function hasOpenPayment(db: Db, purpose: Purpose, subjectId: number): Promise<boolean> {
  const open = await db
    .selectFrom('payments')
    .select('id')
    .where('purpose', '=', purpose)
    .where('subject_id', '=', subjectId)
    .where('status', 'in', ['created', 'authorized', 'captured'])
    .executeTakeFirst()
  return open !== undefined
}

/** SQL: what only the desk knows of a payment; null if the money came through the provider. */
export const DESK_DETAILS = sql<DeskDetails | null>`case when desk_payments.payment_id is not null then json_build_object(
  'mode', mode, 'reference', reference, 'bank', bank, 'cheque_date', cheque_date, 'state', state, 'taken_by', taken_by_name) end`

/** The statuses of a refund that is under way: the provider was not asked yet, or has not finished it. */
export const OPEN_REFUNDS = ['new', 'pending'] as const

/** SQL condition on a payment: its money is here, and paid for nothing. */
export const IS_UNAPPLIED = sql<boolean>`(payments.disposition in ${literals(UNMATCHED_DISPOSITIONS)} and payments.status = 'captured')`

/**
 * SQL condition on a payment: the bank has authorised it, and it is captured as soon as the provider answers. One that does not match its
 * order, or that may not be taken, goes back uncaptured, and its order was replaced.
 */
export const IS_BEING_CAPTURED = sql<boolean>`(payments.status = 'authorized' and not exists (
  select from payment_orders orders
  where orders.id = payments.order_id and orders.replaced_at is not null
    and (payments.international or payments.amount_paise <> orders.amount_paise or payments.currency <> 'INR')))`

/**
 * SQL condition on a payment: it had gone back before anybody here saw it captured, as the provider sends back a second authorisation of
 * a paid order. It paid for nothing, and its net is nothing, whether it was ever captured or not.
 */
export const WENT_BACK_UNSEEN = sql<boolean>`(payments.status = 'refunded' and payments.disposition = 'none')`

/** SQL condition: each try to send a payment back was refused, and there was one. */
export const IS_RETURN_REFUSED = sql<boolean>`(payments.status = 'captured' and payments.settled_at is null and coalesce(
  (select bool_and(refunds.status = 'failed') from refunds where refunds.payment_id = payments.id), false))`

/** SQL condition on a payment: it is the fee of a merged complaint. */
const IS_FEE_OF_DUPLICATE = sql<boolean>`(payments.purpose = 'complaint' and payments.disposition = 'applied'
  and exists (select from complaints where complaints.id = payments.subject_id and complaints.duplicate_of is not null))`

/** SQL condition on a payment: it is the fee of a merged complaint, whose refund was refused or failed. */
export const IS_FEE_OWED = sql<boolean>`(${IS_FEE_OF_DUPLICATE} and ${IS_RETURN_REFUSED})`

/** SQL: the instant at which a payment goes back by itself; null if it does not, or is under way. */
export const RETURN_AT = sql<Date | null>`case
  when payments.status <> 'captured' or payments.settled_at is not null or payments.refund_failed_at is not null then null
  when ${IS_UNAPPLIED}
    and not exists (select from refunds where refunds.payment_id = payments.id and refunds.status <> 'failed')
  then payments.return_at
  when ${IS_FEE_OF_DUPLICATE}
  then (select max(refunds.created_at) + interval '24 hours' from refunds where refunds.payment_id = payments.id
    having bool_and(refunds.status = 'failed')) end`

function selectAdminPayments(db: Db) {
  return db
    .selectFrom('payments')
    .leftJoin('payment_orders', 'payment_orders.id', 'payments.order_id')
    .leftJoin('desk_payments', 'desk_payments.payment_id', 'payments.id')
    .select([
      'payments.id',
      'payments.amount_paise as amountPaise',
      'payments.refunded_paise as refundedPaise',
      'payment_orders.provider_order_id as providerOrderId',
      'payments.provider_payment_id as providerPaymentId',
      'payments.status',
      'payments.disposition',
      'payments.created_at as createdAt',
      sql<boolean>`exists (select from refunds where refunds.payment_id = payments.id and refunds.status in ${literals(OPEN_REFUNDS)})`.as(
        'isRefundPending',
      ),
      IS_RETURN_REFUSED.as('isReturnRefused'),
      RETURN_AT.as('returnAt'),
      'payments.international as isInternational',
      'payments.refund_failed_at as refundFailedAt',
      'payments.settled_note as settledNote',
      'payments.settled_as as settledAs',
      DESK_DETAILS.as('desk'),
    ])
}

type AdminPaymentRow = Awaited<ReturnType<ReturnType<typeof selectAdminPayments>['executeTakeFirstOrThrow']>>

function adminPayment(row: AdminPaymentRow): AdminPayment {
  return {
    id: row.id,
    amount: toRupees(row.amountPaise),
    returned: toRupees(row.status === 'refunded' ? row.amountPaise : row.refundedPaise),
    razorpay_order_id: row.providerOrderId,
    razorpay_payment_id: row.providerPaymentId,
    status: row.status,
    disposition: row.disposition,
    is_refund_pending: row.isRefundPending,
    is_refund_failed: row.refundFailedAt !== null,
    is_return_refused: row.isReturnRefused,
    is_international: row.isInternational === true,
    return_at: row.returnAt?.toISOString() ?? null,
    settled_note: row.settledNote,
    settled_as: row.settledAs,
    desk: row.desk,
    created_at: row.createdAt.toISOString(),
  }
}

export async function listPaymentsOf(db: Db, purpose: Purpose, subjectId: number): Promise<AdminPayment[]> {
  const rows = await selectAdminPayments(db)
    .where('payments.purpose', '=', purpose)
    .where('payments.subject_id', '=', subjectId)
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id', 'desc')
    .execute()
  return rows.map(adminPayment)
}

export async function findAdminPayment(db: Db, paymentId: number): Promise<AdminPayment | null> {
  const row = await selectAdminPayments(db).where('payments.id', '=', paymentId).executeTakeFirst()
  return row ? adminPayment(row) : null
}
