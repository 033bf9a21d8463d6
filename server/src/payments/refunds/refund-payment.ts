import { sql } from 'kysely'
import type { Actor } from '../../people/audit/record-audit.ts'
import { conflict, HttpError, unavailable } from '../../platform/errors.ts'
import { recordEvent } from '../../platform/record-event.ts'
import { type RecordedPayment, recordPayment } from '../ledger/record-payment.ts'
import type { Source } from '../ledger/write-payment.ts'
import { findOrderByProviderId } from '../orders/order-queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { GatewayError, type ProviderRefund } from '../provider/gateway.ts'
import { failLate, findFailedRefund, openRefund, type Refund, updateRefund } from './refund-queries.ts'

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

/** Reads how much the provider has returned of a payment whose refund failed: a part may have been refunded in its dashboard. */
async function askReturned({ db, gateway, log }: PaymentDeps, paymentId: number): Promise<number | null> {
  const providerPaymentId = await findFailedRefund(db, paymentId)
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
 * Checks how a refund ended. A refund that failed at the bank after its payment was marked 'refunded' cannot be undone here,
 * since a payment's status never goes back: it is logged and shown to the admin until refunds make up for it or the money is
 * settled otherwise. `own` is our row; null for a refund made in the provider's dashboard.
 */
export async function followRefund(
  { db, gateway, log }: Pick<PaymentDeps, 'db' | 'gateway' | 'log'>,
  { id, paymentId, status }: ProviderRefund,
  own: Refund | null,
): Promise<void> {
  if (status === 'processed') await clearFailure({ db, gateway }, paymentId)
  if (status !== 'failed') return
  const { refundedPaise } = await gateway.fetchPayment(paymentId)
  const isLate = own?.status === 'processed'
  const failed = await db
    .updateTable('payments')
    .where('provider_payment_id', '=', paymentId)
    .set({ refund_failed_at: sql`now()` })
    .where('status', '=', 'refunded')
    .where('refund_failed_at', 'is', null)
    .$if(!isLate, (update) => update.where('refunded_paise', '>', refundedPaise))
    .executeTakeFirst()
  if (own && isLate) await failLate(db, own.id)
  if (failed.numUpdatedRows > 0n)
    recordEvent(log, { event: 'refund-failed-late', providerPaymentId: paymentId, providerRefundId: id })
}

/** Clears a refund's failure once the provider has returned all of it; one event proves nothing. */
async function clearFailure({ db, gateway }: Pick<PaymentDeps, 'db' | 'gateway'>, providerPaymentId: string) {
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
