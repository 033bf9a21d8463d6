import { invalid, unknownId } from '../errors.ts'
import type { Row, State } from '../state.ts'
import { isId } from './ids.ts'
import type { Payment } from './payment-entity.ts'

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
