import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { conflict, notFound } from '../errors.ts'
import { growingPause } from './growing-pause.ts'

export type Refund = {
  id: number
  paymentId: number
  providerPaymentId: string
  amountPaise: number
  idempotencyKey: string
  /** Null until the provider has answered. */
  providerRefundId: string | null
}

/**
 * The open refund of a payment, made here where there is none, for all that has not gone back yet.
 * Refuses with 404 for an unknown payment and with 409 for one that holds nothing to send back.
 */
export async function openRefund(db: Db, paymentId: number, adminId: number | null): Promise<Refund> {
  return inTransaction(db, async (transaction) => {
    const payment = await transaction
      .selectFrom('payments')
      .select(['amount_paise as amountPaise', 'refunded_paise as refundedPaise', 'status'])
      .where('id', '=', paymentId)
      .forUpdate()
      .executeTakeFirst()
    if (!payment) throw notFound('Payment not found')
    if (payment.status === 'refunded') throw conflict('This payment has been refunded already.')
    if (payment.status !== 'captured') throw conflict('Only a captured payment can be refunded.')
    await transaction
      .insertInto('refunds')
      .values({
        payment_id: paymentId,
        amount_paise: payment.amountPaise - payment.refundedPaise,
        idempotency_key: `refund-${randomUUID()}`,
        requested_by: adminId,
        next_check_at: sql`now() + interval '1 minute'`,
      })
      .onConflict((same) => same.column('payment_id').where('status', '<>', 'failed').doNothing())
      .execute()
    return selectRefunds(transaction)
      .where('payment_id', '=', paymentId)
      .where('refunds.status', '<>', 'failed')
      .executeTakeFirstOrThrow()
  })
}

function selectRefunds(db: Db) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select([
      'refunds.id',
      'refunds.payment_id as paymentId',
      'payments.provider_payment_id as providerPaymentId',
      'refunds.amount_paise as amountPaise',
      'refunds.idempotency_key as idempotencyKey',
      'refunds.provider_refund_id as providerRefundId',
    ])
}

export async function updateRefund(
  db: Db,
  refundId: number,
  { providerRefundId, status }: { providerRefundId?: string; status: 'pending' | 'processed' | 'failed' },
): Promise<void> {
  await db
    .updateTable('refunds')
    .set({
      ...(providerRefundId && { provider_refund_id: providerRefundId }),
      status,
      ...(status !== 'pending' && { next_check_at: null }),
    })
    .where('id', '=', refundId)
    .where('status', '<>', 'processed')
    .execute()
}

export async function findRefundByProviderId(db: Db, providerRefundId: string): Promise<Refund | null> {
  const refund = await selectRefunds(db).where('provider_refund_id', '=', providerRefundId).executeTakeFirst()
  return refund ?? null
}

/** The money has gone back, whoever sent it: nothing is left to be done. */
export async function finishRefunds(db: Db, paymentId: number): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ status: 'processed', next_check_at: null })
    .where('payment_id', '=', paymentId)
    .where('status', 'in', ['new', 'pending'])
    .execute()
}

/** The refunds whose time to be asked about has come; their next time is set before they are answered. */
export async function takeDueRefunds(db: Db, limit: number, pauseSecondsMin: number): Promise<Refund[]> {
  const due = db
    .selectFrom('refunds')
    .select('id')
    .where('next_check_at', '<=', sql<Date>`now()`)
    .orderBy('next_check_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const taken = await db
    .updateTable('refunds')
    .set({ next_check_at: sql<Date>`now() + ${growingPause(pauseSecondsMin)}` })
    .where('id', 'in', due)
    .returning('id')
    .execute()
  if (taken.length === 0) return []
  return selectRefunds(db)
    .where(
      'refunds.id',
      'in',
      taken.map(({ id }) => id),
    )
    .execute()
}
