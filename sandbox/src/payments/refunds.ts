import { invalid, unspecific } from '../errors.ts'
import { amountField, type Fields, notesField, receiptField, rejectOthers } from '../fields.ts'
import { readSettings } from '../switches.ts'
import { change, type Tell } from './events.ts'
import type { Provider } from './keys.ts'
import { type Payment, readPayment, savePayment } from './payment-store.ts'
import {
  findByKey,
  hasRefundReceipt,
  insertRefund,
  newRefund,
  type Refund,
  type RefundForm,
  readRefund,
  refundedOrPending,
  saveRefund,
} from './refund-store.ts'

// The amount with which the provider's test mode plays an instant refund that falls back to a normal one.
const FALLBACK_AMOUNT = 2_468

/**
 * Sends a captured payment back, in full unless `amount` says less. The same `key` with the same request answers with
 * the refund it made; with another request it is refused. Source: provider's refunds reference.
 */
export function refundPayment(provider: Provider, paymentId: string, fields: Fields, key: string | null): Refund {
  return change(provider, (tell) => {
    const request = JSON.stringify([paymentId, Object.entries(fields).sort()])
    const earlier = key === null ? null : findByKey(provider.state, key)
    if (earlier?.request === request) return earlier.refund
    if (earlier) {
      throw unspecific(409, 'Different request with the same idempotency key has already been processed.')
    }
    const payment = readPayment(provider.state, paymentId)
    const form = readForm(provider, payment, fields)
    const refund = newRefund(payment, form)
    insertRefund(provider.state, refund, key, request)
    if (readSettings(provider.state).refundsStayPending) {
      tell('refund.created', { refund, payment })
      return refund
    }
    settle(provider, refund, payment)
    tell('refund.created', { refund, payment })
    tell('refund.processed', { refund, payment })
    return refund
  })
}

/** Finishes a pending refund; or fails a processed one late, which returns the money to the merchant. */
export function finishRefund(provider: Provider, id: string, status: unknown): Refund {
  return change(provider, (tell) => {
    const refund = readRefund(provider.state, id)
    if (status !== 'processed' && status !== 'failed' && status !== 'failed-late')
      throw invalid('The status must be processed, failed or failed-late.', 'status')
    if (refund.status !== (status === 'failed-late' ? 'processed' : 'pending'))
      throw invalid('Only a pending refund can be finished, and only a processed one can fail late.')
    const payment = readPayment(provider.state, refund.payment_id)
    if (status === 'failed-late') unsettle(provider, refund, payment)
    if (status === 'processed') {
      settle(provider, refund, payment)
    } else {
      refund.status = 'failed'
      saveRefund(provider.state, refund)
    }
    tell(status === 'processed' ? 'refund.processed' : 'refund.failed', { refund, payment })
    return refund
  })
}

/** The provider returns an authorised payment that is not captured. */
export function sendBack(provider: Provider, tell: Tell, payment: Payment): Payment {
  const refund = newRefund(payment, { amount: payment.amount, notes: [], receipt: null, speed: 'normal' })
  insertRefund(provider.state, refund, null, null)
  settle(provider, refund, payment)
  tell('refund.created', { refund, payment })
  tell('refund.processed', { refund, payment })
  return payment
}

function readForm(provider: Provider, payment: Payment, fields: Fields): RefundForm {
  rejectOthers(fields, ['amount', 'speed', 'notes', 'receipt'])
  const { speed = 'normal' } = fields
  if (speed !== 'normal' && speed !== 'optimum') throw invalid('The speed must be normal or optimum.', 'speed')
  const amount = fields.amount === undefined ? null : amountField(fields.amount)
  const rest = payment.amount - refundedOrPending(provider.state, payment.id)
  if (payment.status === 'refunded' || (payment.status === 'captured' && rest === 0)) {
    throw invalid('The payment has been fully refunded already.')
  }
  if (payment.status !== 'captured') throw invalid('The payment status should be captured for action to be taken.')
  if (amount !== null && amount > rest) {
    throw invalid('The refund amount provided is greater than amount captured.', 'amount')
  }
  const receipt = receiptField(fields.receipt)
  if (receipt !== null && hasRefundReceipt(provider.state, receipt)) {
    throw invalid('Duplicate receipt found for this refund request.', 'receipt')
  }
  return { amount: amount ?? rest, notes: notesField(fields.notes), receipt, speed }
}

/** A refund counts on the payment once processed; a pending one only reserves its amount. */
function settle(provider: Provider, refund: Refund, payment: Payment): void {
  const isInstant = refund.speed_requested === 'optimum' && refund.amount !== FALLBACK_AMOUNT
  Object.assign(refund, { status: 'processed', speed_processed: isInstant ? 'instant' : 'normal' })
  saveRefund(provider.state, refund)
  payment.amount_refunded += refund.amount
  const isFull = payment.amount_refunded === payment.amount
  payment.refund_status = isFull ? 'full' : 'partial'
  if (isFull) payment.status = 'refunded'
  savePayment(provider.state, payment, null)
}

function unsettle(provider: Provider, refund: Refund, payment: Payment): void {
  payment.amount_refunded -= refund.amount
  payment.refund_status = payment.amount_refunded === 0 ? null : 'partial'
  payment.status = 'captured'
  savePayment(provider.state, payment, null)
}
