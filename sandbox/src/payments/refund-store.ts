import { invalid, unknownId } from '../errors.ts'
import type { Notes } from '../fields.ts'
import type { State } from '../state.ts'
import { isId, newId, unixNow } from './ids.ts'
import type { Payment } from './payment-store.ts'

/** As the API prints it. Amounts in paise, times in Unix seconds. Source: provider's refunds reference. */
export type Refund = {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  notes: Notes
  receipt: string | null
  acquirer_data: { arn: string | null }
  created_at: number
  batch_id: null
  status: 'pending' | 'processed' | 'failed'
  speed_processed: 'normal' | 'instant' | null
  speed_requested: 'normal' | 'optimum'
}

export type RefundForm = {
  amount: number
  notes: Notes
  receipt: string | null
  speed: 'normal' | 'optimum'
}

export function newRefund(payment: Payment, form: RefundForm): Refund {
  return {
    id: newId('rfnd'),
    entity: 'refund',
    amount: form.amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes: form.notes,
    receipt: form.receipt,
    acquirer_data: { arn: null },
    created_at: unixNow(),
    batch_id: null,
    status: 'pending',
    speed_processed: null,
    speed_requested: form.speed,
  }
}

export function insertRefund(state: State, refund: Refund, key: string | null, request: string | null): void {
  state.run(
    `insert into refunds (id, payment_id, status, receipt, created_at, idempotency_key, request, entity)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    refund.id,
    refund.payment_id,
    refund.status,
    refund.receipt,
    refund.created_at,
    key,
    request,
    JSON.stringify(refund),
  )
}

export function saveRefund(state: State, refund: Refund): void {
  state.run('update refunds set status = ?, entity = ? where id = ?', refund.status, JSON.stringify(refund), refund.id)
}

/** Refuses as the API does: a malformed id and an unknown one have messages of their own. */
export function readRefund(state: State, id: string, paymentId?: string): Refund {
  if (!isId('rfnd', id)) throw invalid(`${id} is not a valid id`)
  const row = state.one('select entity from refunds where id = ?', id)
  const refund = row && (JSON.parse(String(row.entity)) as Refund)
  if (!refund || (paymentId !== undefined && refund.payment_id !== paymentId)) throw unknownId()
  return refund
}

export function findByKey(state: State, key: string): { refund: Refund; request: string } | null {
  const row = state.one('select entity, request from refunds where idempotency_key = ?', key)
  return row && { refund: JSON.parse(String(row.entity)) as Refund, request: String(row.request) }
}

/** A failed refund's receipt can be reused. */
export function hasRefundReceipt(state: State, receipt: string): boolean {
  return state.one("select 1 from refunds where receipt = ? and status <> 'failed'", receipt) !== null
}

/** Paise that are refunded or being refunded. */
export function refundedOrPending(state: State, paymentId: string): number {
  const row = state.one(
    `select coalesce(sum(entity ->> 'amount'), 0) as amount
     from refunds
     where payment_id = ? and status <> 'failed'`,
    paymentId,
  )
  return Number(row?.amount)
}
