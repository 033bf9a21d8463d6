import { type ErrorBody, invalid, unknownId } from '../errors.ts'
import type { Notes } from '../fields.ts'
import type { Row, State } from '../state.ts'
import { isId, newId, unixNow } from './ids.ts'
import type { Order } from './orders.ts'

/** As the API prints it. Amounts in paise, times in Unix seconds. Source: provider's payments reference. */
export type Payment = {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded'
  order_id: string
  invoice_id: null
  international: boolean
  method: 'upi'
  amount_refunded: number
  refund_status: null | 'partial' | 'full'
  captured: boolean
  description: string | null
  card_id: null
  bank: null
  wallet: null
  vpa: string
  email: string
  contact: string
  notes: Notes
  fee: number | null
  tax: number | null
  error_code: string | null
  error_description: string | null
  error_source: string | null
  error_step: string | null
  error_reason: string | null
  acquirer_data: { rrn: string | null }
  created_at: number
  upi: { payer_account_type: 'bank_account'; vpa: string; flow: 'intent' }
}

export type Payer = { email: string; contact: string; description: string | null }

/** Placeholders for missing contact details. */
export const NOBODY: Payer = { email: 'void@razorpay.com', contact: '+919000000001', description: null }

export function newPayment(order: Order, amount: number, payer: Payer, vpa: string): Payment {
  return {
    id: newId('pay'),
    entity: 'payment',
    amount,
    currency: order.currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method: 'upi',
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: payer.description,
    card_id: null,
    bank: null,
    wallet: null,
    vpa,
    email: payer.email,
    contact: payer.contact,
    notes: [],
    fee: null,
    tax: null,
    ...noError,
    acquirer_data: { rrn: null },
    created_at: unixNow(),
    upi: { payer_account_type: 'bank_account', vpa, flow: 'intent' },
  }
}

export const noError = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
}

/**
 * Returns the provider's share in paise: 2 % of the amount and 18 % tax on that; `fee` includes `tax`.
 * Source: worked out from the documentation's samples; good for a sandbox, never for accounts.
 */
export function feeOf(amount: number): { fee: number; tax: number } {
  const base = Math.round(amount * 0.02)
  const tax = Math.round(base * 0.18)
  return { fee: base + tax, tax }
}

/** The error of a failed payment, as checkout hands it on. */
export function errorOf(payment: Payment): ErrorBody {
  return {
    code: (payment.error_code ?? 'BAD_REQUEST_ERROR') as ErrorBody['code'],
    description: payment.error_description ?? '',
    source: payment.error_source ?? 'NA',
    step: payment.error_step ?? 'NA',
    reason: payment.error_reason ?? 'NA',
    metadata: { order_id: payment.order_id, payment_id: payment.id },
  }
}

/** `dueAt` is when the provider acts by itself on this payment, in milliseconds; null is never. */
export function insertPayment(state: State, payment: Payment, dueAt: number | null): void {
  state.run(
    'insert into payments (id, order_id, status, created_at, due_at, entity) values (?, ?, ?, ?, ?, ?)',
    payment.id,
    payment.order_id,
    payment.status,
    payment.created_at,
    dueAt,
    JSON.stringify(payment),
  )
}

export function savePayment(state: State, payment: Payment, dueAt: number | null): void {
  state.run(
    'update payments set status = ?, due_at = ?, entity = ? where id = ?',
    payment.status,
    dueAt,
    JSON.stringify(payment),
    payment.id,
  )
}

/** Refuses as the API does: a malformed id and an unknown one have messages of their own. */
export function readPayment(state: State, id: string): Payment {
  if (!isId('pay', id)) throw invalid(`${id} is not a valid id`)
  const row = state.one('select entity from payments where id = ?', id)
  if (!row) throw unknownId()
  return paymentOf(row)
}

export function hasAuthorizedPayment(state: State, orderId: string): boolean {
  return state.one("select 1 from payments where order_id = ? and status = 'authorized'", orderId) !== null
}

export function findDuePayments(state: State, now: number): Payment[] {
  return state.all('select entity from payments where due_at <= ? order by due_at limit 100', now).map(paymentOf)
}

export function nextPaymentDue(state: State): number | null {
  const row = state.one('select min(due_at) as due_at from payments where due_at is not null')
  return typeof row?.due_at === 'number' ? row.due_at : null
}

function paymentOf(row: Row): Payment {
  return JSON.parse(String(row.entity)) as Payment
}
