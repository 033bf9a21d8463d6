import { conflict, Refusal } from '../errors.ts'
import { GatewayError, type ProviderRefund } from './gateway.ts'
import { findOrderByProviderId } from './order-queries.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { type RecordedPayment, recordPayment, type Source } from './record-payment.ts'
import { openRefund, type Refund, updateRefund } from './refund-queries.ts'

/**
 * Sends a captured payment back, in full. Our row with its key is committed before the provider is asked, and the key makes every
 * further try the same refund. Where the provider does not answer, 503: the reconciler goes on.
 */
export async function refundPayment(deps: PaymentDeps, paymentId: number, adminId: number | null): Promise<void> {
  const refund = await openRefund(deps.db, paymentId, adminId)
  try {
    await advanceRefund(deps, refund, 'admin')
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    deps.log.warn({ err: error, refundId: refund.id }, 'a refund is not through yet')
    if (error.kind === 'refused') throw conflict('The payment provider refused the refund.')
    throw new Refusal(503, 'The refund has been requested. It is sent as soon as the payment provider answers.', {
      retryAfterSeconds: 30,
    })
  }
}

/** Takes a refund one step on: asks for it, or how it stands, and records what came of it. */
export async function advanceRefund(deps: PaymentDeps, refund: Refund, source: Source): Promise<void> {
  try {
    const { status } = await sendOrAsk(deps, refund)
    if (status !== 'failed') await recordState(deps, refund, source)
  } catch (error) {
    const isRefused = error instanceof GatewayError && error.kind === 'refused'
    // Refused may mean that somebody has sent the money back already, at the provider.
    if (!isRefused || (await recordState(deps, refund, source)).status !== 'refunded') throw error
  }
}

/** The payment's own state tells whether the money has gone back; everything else follows from recording it. */
async function recordState(deps: PaymentDeps, refund: Refund, source: Source): Promise<RecordedPayment> {
  const payment = await deps.gateway.fetchPayment(refund.providerPaymentId)
  const order = payment.orderId ? await findOrderByProviderId(deps.db, payment.orderId) : null
  return recordPayment(deps, order, payment, source)
}

async function sendOrAsk({ gateway, db }: PaymentDeps, refund: Refund): Promise<ProviderRefund> {
  try {
    const answer = refund.providerRefundId
      ? await gateway.fetchRefund(refund.providerRefundId)
      : await gateway.refund(refund.providerPaymentId, refund.amountPaise, refund.idempotencyKey)
    // 'processed' is written once the payment says so itself.
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
