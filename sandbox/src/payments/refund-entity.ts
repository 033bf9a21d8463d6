import type { Notes } from '../fields.ts'
import { newId, unixNow } from './ids.ts'
import type { Payment } from './payment-entity.ts'

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
