import { invalid, notNow } from '../errors.ts'
import { readSettings } from '../switches.ts'
import { change, type Tell } from './events.ts'
import type { Provider } from './keys.ts'
import { type Order, readCapture, readOrder, saveOrder } from './orders.ts'
import {
  feeOf,
  hasAuthorizedPayment,
  insertPayment,
  NOBODY,
  newPayment,
  noError,
  type Payer,
  type Payment,
  readPayment,
  savePayment,
} from './payment-store.ts'
import { sendBack } from './refunds.ts'

/** The bank's answer. `success` is authorised, and captured if the order or the account says so. */
export type Outcome = 'success' | 'captured' | 'authorized' | 'failed' | 'silent'

/**
 * `isInternational`: the money comes from abroad. For tests of impossible cases, `amount` may differ from the order's, and `evenIfPaid` pays
 * twice.
 */
export type Attempt = {
  outcome: Outcome
  payer?: Payer
  isInternational?: boolean
  amount?: number
  evenIfPaid?: boolean
}

export const ALREADY_PAID =
  'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.'

/** A payment attempt. Rejected once the order is paid, and while another payment of it is authorised. */
export function pay(provider: Provider, orderId: string, attempt: Attempt): Payment {
  return change(provider, (tell) => {
    const order = readOrder(provider.state, orderId)
    if (!attempt.evenIfPaid) rejectSecond(provider, order)
    order.attempts += 1
    if (order.status === 'created') order.status = 'attempted'
    saveOrder(provider.state, order)

    const { outcome, amount = order.amount, payer = NOBODY, isInternational = false } = attempt
    const vpa = outcome === 'failed' ? 'failure@razorpay' : 'success@razorpay'
    const payment = { ...newPayment(order, amount, payer, vpa), international: isInternational }
    insertPayment(provider.state, payment, Date.now() + readSettings(provider.state).silentPaymentsFailAfter)
    if (outcome === 'silent') return payment
    if (outcome === 'failed') return fail(provider, tell, payment, REFUSED_BY_BANK)
    authorize(provider, tell, payment)
    const isCaptured = outcome === 'captured' || (outcome === 'success' && capturesByItself(provider, order))
    return isCaptured ? capture(provider, tell, payment) : payment
  })
}

/** The merchant captures an authorised payment. `amount` must be the payment's own. */
export function capturePayment(provider: Provider, id: string, amount: number, currency: unknown): Payment {
  return change(provider, (tell) => {
    const payment = readPayment(provider.state, id)
    if (payment.status === 'captured') throw notCapturable('This payment has already been captured')
    if (payment.status === 'refunded') throw notCapturable('The payment has already been either captured or voided.')
    if (payment.status !== 'authorized') {
      throw notCapturable('Only payments which have been authorized and not yet captured can be captured.')
    }
    if (readOrder(provider.state, payment.order_id).status === 'paid') throw notNow(ALREADY_PAID, 'order_already_paid')
    if (amount !== payment.amount) throw invalid('Capture amount must be equal to the amount authorized.', 'amount')
    if (currency !== undefined && currency !== payment.currency) {
      throw invalid('Capture request currency must be same as payment currency.', 'currency')
    }
    return capture(provider, tell, payment)
  })
}

/** The bank authorises late. If the order was paid meanwhile, the provider returns the money at once. */
export function lateAuthorize(provider: Provider, id: string): Payment {
  return change(provider, (tell) => {
    const payment = readPayment(provider.state, id)
    if (payment.status !== 'failed' && payment.status !== 'created') {
      throw invalid('Only a created or failed payment can be authorised late.')
    }
    authorize(provider, tell, payment)
    const order = readOrder(provider.state, payment.order_id)
    if (order.status === 'paid') return sendBack(provider, tell, payment)
    return capturesByItself(provider, order) ? capture(provider, tell, payment) : payment
  })
}

/** The bank never answered. */
export function failSilent(provider: Provider, tell: Tell, payment: Payment): Payment {
  return fail(provider, tell, payment, TIMED_OUT)
}

function rejectSecond(provider: Provider, order: Order): void {
  const metadata = { order_id: order.id }
  if (order.status === 'paid') throw notNow(ALREADY_PAID, 'order_already_paid', metadata)
  if (hasAuthorizedPayment(provider.state, order.id)) {
    throw notNow('Payment already done for this order.', 'order_already_paid', metadata)
  }
}

function authorize(provider: Provider, tell: Tell, payment: Payment): void {
  const { uncapturedRefundedAfter } = readSettings(provider.state)
  const rrn = `4${String(Date.now()).slice(-11)}`
  Object.assign(payment, { status: 'authorized', vpa: 'success@razorpay', ...noError, acquirer_data: { rrn } })
  payment.upi.vpa = payment.vpa
  savePayment(provider.state, payment, Date.now() + uncapturedRefundedAfter)
  tell('payment.authorized', { payment })
}

function capture(provider: Provider, tell: Tell, payment: Payment): Payment {
  Object.assign(payment, { status: 'captured', captured: true, ...feeOf(payment.amount) })
  savePayment(provider.state, payment, null)
  tell('payment.captured', { payment })
  const order = readOrder(provider.state, payment.order_id)
  if (order.status === 'paid') return payment
  Object.assign(order, { status: 'paid', amount_paid: order.amount, amount_due: 0 })
  saveOrder(provider.state, order)
  tell('order.paid', { payment, order })
  return payment
}

function fail(provider: Provider, tell: Tell, payment: Payment, error: Partial<Payment>): Payment {
  Object.assign(payment, { status: 'failed', ...error })
  savePayment(provider.state, payment, null)
  tell('payment.failed', { payment })
  return payment
}

function capturesByItself(provider: Provider, order: Order): boolean {
  const own = readCapture(provider.state, order.id)
  return own ? own === 'automatic' : readSettings(provider.state).autoCapture
}

function notCapturable(description: string) {
  return notNow(description, 'capture_failed')
}

const REFUSED_BY_BANK = {
  error_code: 'BAD_REQUEST_ERROR',
  error_description:
    'Payment was unsuccessful due to a temporary issue. If amount got deducted, it will be refunded within 5-7 working days.',
  error_source: 'gateway',
  error_step: 'payment_response',
  error_reason: 'payment_failed',
}

const TIMED_OUT = {
  error_code: 'BAD_REQUEST_ERROR',
  error_description: 'Payment was unsuccessful as it could not be completed in time. Try using another method.',
  error_source: 'customer',
  error_step: 'payment_authentication',
  error_reason: 'payment_timed_out',
}
