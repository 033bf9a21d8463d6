import { type CheckoutReply, paymentStatuses } from '@petsetu/contract/payments/payments.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { badRequest, conflict, HttpError } from '../../platform/errors.ts'
import { recordEvent } from '../../platform/record-event.ts'
import { capturePayment } from '../ledger/capture-payment.ts'
import { isApplied, isSubjectPaid } from '../ledger/payment-queries.ts'
import type { RecordedPayment } from '../ledger/record-payment.ts'
import { isWanted, mayNotBeTaken } from '../ledger/write-payment.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { GatewayError, type ProviderPayment } from '../provider/gateway.ts'
import { isCheckoutSignature } from '../provider/razorpay.ts'
import { checkSoon, findOrderByProviderId, type Order } from './order-queries.ts'

/**
 * Verifies the reply of the checkout that the browser sends. Resolves once the payment is captured and recorded and its
 * subject is paid.
 *
 * The order and its subject come from our own rows, and the signature is checked against the stored order id. Anything that
 * does not match is rejected with 400 and changes nothing. A payment that was not needed answers 409, saying that the money is
 * returned. If the provider is unreachable it answers 503 (502 for an invalid reply); the money is not lost, because the
 * reconciler checks the order again.
 */
export async function verifyCheckout(
  deps: PaymentDeps,
  subject: { purpose: Purpose; subjectId: number },
  reply: CheckoutReply,
): Promise<void> {
  const order = await findOrderByProviderId(deps.db, reply.razorpay_order_id)
  const isOwn = order?.purpose === subject.purpose && order.subjectId === subject.subjectId
  if (!order?.providerOrderId || !isOwn) throw rejectForged(deps, 'order of somebody else')
  const isSigned = isCheckoutSignature(
    order.providerOrderId,
    reply.razorpay_payment_id,
    reply.razorpay_signature,
    deps.keySecret,
  )
  if (!isSigned) throw rejectForged(deps, 'bad signature')

  if (await isApplied(deps.db, order, reply.razorpay_payment_id)) return
  const payment = await fetchPayment(deps, order, reply.razorpay_payment_id)
  if (payment.orderId !== order.providerOrderId) throw rejectForged(deps, 'payment of another order')
  const settled = await settle(deps, order, payment)
  if (settled.disposition !== 'applied' && mayNotBeTaken(deps, payment)) rejectForeign(settled)
  if (settled.disposition === 'quarantined') throw conflict('payment_amount_mismatch')
  if (settled.status === 'failed') throw badRequest('payment_not_verified')
  if (!(await isSubjectPaid(deps.db, order))) await rejectUnused(deps, order, settled)
  if (!paymentStatuses[settled.status].isReceived) throw await inProgress(deps, order, 503)
}

function rejectForeign({ status }: RecordedPayment): void {
  if (status === 'refunded') throw conflict('payment_returned')
  if (status === 'captured' || status === 'authorized') throw conflict('payment_from_abroad')
}

/** A payment that was not needed is an error that says what happens to the money. */
async function rejectUnused(deps: PaymentDeps, order: Order, { status }: RecordedPayment): Promise<void> {
  if (status === 'refunded') throw conflict('payment_returned')
  if (status === 'captured') throw conflict('payment_not_used')
  if (status === 'authorized' && !(await isWanted(deps, order))) throw conflict('payment_not_used')
}

async function fetchPayment(deps: PaymentDeps, order: Order, paymentId: string): Promise<ProviderPayment> {
  try {
    return await deps.gateway.fetchPayment(paymentId)
  } catch (error) {
    throw await errorForCheckout(deps, order, error)
  }
}

async function settle(deps: PaymentDeps, order: Order, payment: ProviderPayment) {
  try {
    return await capturePayment(deps, order, payment, 'verify')
  } catch (error) {
    throw await errorForCheckout(deps, order, error)
  }
}

async function errorForCheckout(deps: PaymentDeps, order: Order, error: unknown): Promise<unknown> {
  if (!(error instanceof GatewayError)) return error
  deps.log.warn({ err: error, orderId: order.id }, 'a signed payment could not be confirmed yet')
  if (error.kind === 'refused') return badRequest('payment_not_verified')
  return inProgress(deps, order, error.status)
}

async function inProgress(deps: PaymentDeps, order: Order, status: 502 | 503): Promise<HttpError> {
  await checkSoon(deps.db, [order.id])
  return new HttpError(status, 'payment_in_progress', { retryAfterSeconds: 5 })
}

function rejectForged({ log }: PaymentDeps, reason: string): HttpError {
  recordEvent(log, { event: 'payment-forged', reason })
  return badRequest('payment_not_verified')
}
