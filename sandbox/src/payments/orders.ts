import { invalid, unknownId } from '../errors.ts'
import { amountField, type Fields, isFields, type Notes, notesField, receiptField, rejectOthers } from '../fields.ts'
import type { State } from '../state.ts'
import { isId, newId, unixNow } from './ids.ts'

/** As the API prints it. Amounts in paise, times in Unix seconds. Source: provider's orders reference. */
export type Order = {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  offer_id: null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Notes
  created_at: number
}

/** An order's wish about capturing; null leaves it to the account. */
export type Capture = 'automatic' | 'manual' | null

const KNOWN = [
  ...['amount', 'currency', 'receipt', 'notes', 'partial_payment', 'first_payment_min_amount'],
  ...['payment', 'payment_capture'],
]

export function createOrder(state: State, fields: Fields): Order {
  rejectOthers(fields, KNOWN)
  const amount = amountField(fields.amount)
  if (fields.currency === undefined || fields.currency === null) throw invalid('The currency is required', 'currency')
  if (fields.currency !== 'INR') throw invalid('Currency is not supported', 'currency')
  // Partial payments are not supported.
  if (fields.partial_payment) throw invalid('Partial payment is not enabled for this account.', 'partial_payment')
  const order: Order = {
    id: newId('order'),
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency: 'INR',
    receipt: receiptField(fields.receipt),
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: notesField(fields.notes),
    created_at: unixNow(),
  }
  state.run(
    'insert into orders (id, receipt, created_at, capture, entity) values (?, ?, ?, ?, ?)',
    order.id,
    order.receipt,
    order.created_at,
    captureField(fields),
    JSON.stringify(order),
  )
  return order
}

/** Refuses as the API does: a malformed id and an unknown one have messages of their own. */
export function readOrder(state: State, id: string): Order {
  if (!isId('order', id)) throw invalid(`${id} is not a valid id`)
  const row = state.one('select entity from orders where id = ?', id)
  if (!row) throw unknownId()
  return JSON.parse(String(row.entity)) as Order
}

export function readCapture(state: State, orderId: string): Capture {
  return (state.one('select capture from orders where id = ?', orderId)?.capture ?? null) as Capture
}

export function saveOrder(state: State, order: Order): void {
  state.run('update orders set entity = ? where id = ?', JSON.stringify(order), order.id)
}

/** The order's own setting takes precedence over the account's. Older plug-ins use `payment_capture`. */
function captureField({ payment, payment_capture: older }: Fields): Capture {
  if (payment === undefined) {
    if (older === undefined) return null
    return older === 1 || older === '1' || older === true ? 'automatic' : 'manual'
  }
  if (!isFields(payment)) throw invalid('payment must be an object.', 'payment')
  const { capture, capture_options: options = {} } = payment
  if (capture !== 'automatic' && capture !== 'manual') throw invalid('The payment.capture is invalid.', 'capture')
  const minutes = isFields(options) ? options.automatic_expiry_period : undefined
  if (capture === 'automatic' && (typeof minutes !== 'number' || minutes < 12)) {
    throw invalid('The automatic_expiry_period must be at least 12.', 'automatic_expiry_period')
  }
  return capture
}
