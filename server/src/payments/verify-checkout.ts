import type { CheckoutReply } from '@petsetu/contract/payments.ts'
import { badRequest, conflict, Refusal } from '../errors.ts'
import { GatewayError, type ProviderPayment } from './gateway.ts'
import { checkSoon, findOrderByProviderId, type Order } from './order-queries.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { isApplied } from './payment-queries.ts'
import type { Purpose } from './purpose.ts'
import { settlePayment } from './settle-payment.ts'
import { isCheckoutSignature } from './signature.ts'

const FAILED = 'Payment verification failed. Please contact support.'
const IN_PROGRESS = 'Payment received. Confirmation is in progress.'

/**
 * Takes what the checkout answered to the browser, and resolves once the payment is captured and recorded.
 *
 * Which order belongs to which subject is read from our own rows; the signature is checked over the order that we stored. Anything
 * that does not fit is refused with 400 and changes nothing. A provider that cannot be asked right now: 503 (502 for nonsense),
 * the money is not lost, the reconciler goes on.
 */
export async function verifyCheckout(
  deps: PaymentDeps,
  subject: { purpose: Purpose; subjectId: number },
  reply: CheckoutReply,
): Promise<void> {
  const order = await findOrderByProviderId(deps.db, reply.razorpay_order_id)
  const isOwn = order?.purpose === subject.purpose && order.subjectId === subject.subjectId
  if (!order?.providerOrderId || !isOwn) throw refuseForged(deps, 'order of somebody else')
  const isSigned = isCheckoutSignature(
    order.providerOrderId,
    reply.razorpay_payment_id,
    reply.razorpay_signature,
    deps.keySecret,
  )
  if (!isSigned) throw refuseForged(deps, 'bad signature')

  if (await isApplied(deps.db, order, reply.razorpay_payment_id)) return
  const payment = await fetchPayment(deps, order, reply.razorpay_payment_id)
  if (payment.orderId !== order.providerOrderId) throw refuseForged(deps, 'payment of another order')
  const settled = await settle(deps, order, payment)
  if (settled.disposition === 'quarantined') throw conflict('Payment amount does not match. Please contact support.')
  if (settled.status === 'failed') throw badRequest(FAILED)
  if (settled.status !== 'captured' && settled.status !== 'refunded') throw await inProgress(deps, order, 503)
}

async function fetchPayment(deps: PaymentDeps, order: Order, paymentId: string): Promise<ProviderPayment> {
  try {
    return await deps.gateway.fetchPayment(paymentId)
  } catch (error) {
    throw await refusalOf(deps, order, error)
  }
}

async function settle(deps: PaymentDeps, order: Order, payment: ProviderPayment) {
  try {
    return await settlePayment(deps, order, payment, 'verify')
  } catch (error) {
    throw await refusalOf(deps, order, error)
  }
}

async function refusalOf(deps: PaymentDeps, order: Order, error: unknown): Promise<unknown> {
  if (!(error instanceof GatewayError)) return error
  deps.log.warn({ err: error, orderId: order.id }, 'a signed payment could not be confirmed yet')
  if (error.kind === 'refused') return badRequest(FAILED)
  return inProgress(deps, order, error.kind === 'unreachable' ? 503 : 502)
}

async function inProgress(deps: PaymentDeps, order: Order, status: 502 | 503): Promise<Refusal> {
  await checkSoon(deps.db, [order.id])
  return new Refusal(status, IN_PROGRESS, { retryAfterSeconds: 5 })
}

function refuseForged({ log }: PaymentDeps, why: string): Refusal {
  log.warn({ event: 'payment-forged', why }, 'a payment was not verified')
  return badRequest(FAILED)
}
