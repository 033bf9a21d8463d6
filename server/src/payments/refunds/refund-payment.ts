import { sql } from 'kysely'
import type { Actor } from '../../people/audit/record-audit.ts'
import { conflict, HttpError, unavailable } from '../../platform/errors.ts'
import { recordEvent } from '../../platform/record-event.ts'
import { type RecordedPayment, recordPayment } from '../ledger/record-payment.ts'
import type { Source } from '../ledger/write-payment.ts'
import { findOrderByProviderId } from '../orders/order-queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { GatewayError, type ProviderPayment, type ProviderRefund } from '../provider/gateway.ts'
import { failLate, findPartReturned, openRefund, type Refund, updateRefund } from './refund-queries.ts'

/** Refunds a payment in full. Our row is committed before the call, so that every retry is the same refund. */
export async function refundPayment(deps: PaymentDeps, paymentId: number, by: Actor | null): Promise<void> {
  const refund = await openRefund(deps.db, paymentId, by, await askReturned(deps, paymentId))
  try {
    await advanceRefund(deps, refund, 'admin')
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    deps.log.warn({ err: error, refundId: refund.id }, 'a refund is not through yet')
    if (error.kind === 'refused') throw conflict('refund_refused')
    throw new HttpError(503, 'refund_requested', {
      retryAfterSeconds: 30,
    })
  }
}

/** Reads how much the provider has returned of a payment of which our books may have more: a refund may have failed since. */
async function askReturned({ db, gateway, log }: PaymentDeps, paymentId: number): Promise<number | null> {
  const providerPaymentId = await findPartReturned(db, paymentId)
  if (providerPaymentId === null) return null
  try {
    return (await gateway.fetchPayment(providerPaymentId)).refundedPaise
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    log.warn({ err: error, paymentId }, 'the provider does not say what it has returned')
    throw unavailable()
  }
}

export async function advanceRefund(deps: PaymentDeps, refund: Refund, source: Source): Promise<void> {
  try {
    const { status } = await sendOrAsk(deps, refund)
    if (status !== 'failed') await recordState(deps, refund, source)
  } catch (error) {
    const isRefused = error instanceof GatewayError && error.kind === 'refused'
    // The provider may refuse because somebody refunded the payment in its dashboard.
    if (!isRefused || (await recordState(deps, refund, source)).status !== 'refunded') throw error
  }
}

/** Records the payment's own status, which tells if the money was returned; recording it updates everything else. */
async function recordState(deps: PaymentDeps, refund: Refund, source: Source): Promise<RecordedPayment> {
  const payment = await deps.gateway.fetchPayment(refund.providerPaymentId)
  const order = payment.orderId ? await findOrderByProviderId(deps.db, payment.orderId) : null
  return recordPayment(deps, order, payment, source)
}

async function sendOrAsk({ gateway, db, log }: PaymentDeps, refund: Refund): Promise<ProviderRefund> {
  try {
    const answer = refund.providerRefundId
      ? await gateway.fetchRefund(refund.providerRefundId)
      : await gateway.refund(refund.providerPaymentId, refund.amountPaise, refund.idempotencyKey)
    await followRefund({ db, gateway, log }, answer, refund)
    // 'processed' is stored once the payment itself says so.
    await updateRefund(db, refund.id, {
      providerRefundId: answer.id,
      status: answer.status === 'failed' ? 'failed' : 'pending',
    })
    return answer
  } catch (error) {
    const isFinal = error instanceof GatewayError && error.kind === 'refused' && !refund.providerRefundId
    if (isFinal) await updateRefund(db, refund.id, { status: 'failed' })
    throw error
  }
}

/**
 * Checks how a refund ended. One that failed at the bank after it had counted cannot be undone here, since a payment's status, and what
 * went back of it, never goes back: it is logged and shown to the admin until refunds make up for it or the money is settled
 * otherwise. `own` is our row; null for a refund made in the provider's dashboard.
 */
export async function followRefund(deps: FollowDeps, refund: ProviderRefund, own: Refund | null): Promise<void> {
  if (refund.status === 'processed') await clearFailure(deps, refund.paymentId)
  if (refund.status !== 'failed') return
  const isLate = own?.status === 'processed'
  await noteFailure(deps, refund.paymentId, { isLate })
  if (own && isLate) await failLate(deps.db, own.id)
}

/**
 * Compares what our books have as returned with the provider's word for it, since the event of a refund that failed late may be lost. Less
 * alone proves nothing, since an answer may be older than our books: the provider must list a refund that failed.
 */
export async function compareReturned(
  deps: FollowDeps,
  { id, status, refundedPaise }: ProviderPayment,
  oursPaise: number,
): Promise<void> {
  if (status !== 'captured' || refundedPaise >= oursPaise) return clearFailure(deps, id)
  const refunds = await deps.gateway.fetchRefundsOf(id)
  if (refunds.some((refund) => refund.status === 'failed')) await noteFailure(deps, id)
}

type FollowDeps = Pick<PaymentDeps, 'db' | 'gateway' | 'log'>

/** Marks a payment of which the provider has returned less than our books say, or whose own refund failed late; not one that went back otherwise. */
async function noteFailure(
  { db, gateway, log }: FollowDeps,
  providerPaymentId: string,
  { isLate = false }: { isLate?: boolean } = {},
): Promise<void> {
  const { refundedPaise } = await gateway.fetchPayment(providerPaymentId)
  const failed = await db
    .updateTable('payments')
    .where('provider_payment_id', '=', providerPaymentId)
    .set({ refund_failed_at: sql`now()` })
    .where('status', 'in', ['captured', 'refunded'])
    .where('refund_failed_at', 'is', null)
    .where(sql<boolean>`settled_as is distinct from 'returned'`)
    .$if(!isLate, (update) => update.where('refunded_paise', '>', refundedPaise))
    .executeTakeFirst()
  if (failed.numUpdatedRows > 0n) recordEvent(log, { event: 'refund-failed-late', providerPaymentId })
}

/** Clears a refund's failure once the provider has returned all of it; one event proves nothing. */
async function clearFailure({ db, gateway }: FollowDeps, providerPaymentId: string): Promise<void> {
  const failed = await db
    .selectFrom('payments')
    .select('id')
    .where('provider_payment_id', '=', providerPaymentId)
    .where('refund_failed_at', 'is not', null)
    .executeTakeFirst()
  if (!failed) return
  const { refundedPaise } = await gateway.fetchPayment(providerPaymentId)
  await db
    .updateTable('payments')
    .set({ refund_failed_at: null })
    .where('id', '=', failed.id)
    .where('refunded_paise', '<=', refundedPaise)
    .execute()
}
