import { z } from 'zod'
import { call } from './call.ts'
import { success } from './envelope.ts'
import { problem } from './problem.ts'
import { PURPOSES } from './purposes.ts'

/** A receipt. `amount` is in rupees, `paid_at` an instant. */
export const Receipt = z.object({
  number: z.string(),
  foundation: z.string(),
  paid_by: z.string(),
  /** What was paid for, in English, as it was written when it was paid. */
  paid_for: z.string(),
  /** The same for a page in another language. What is not known any more is null. */
  purpose: z.enum(PURPOSES).nullable(),
  complaint_id: z.number().nullable(),
  plan_name: z.string().nullable(),
  duration_months: z.number().nullable(),
  donated_for: z.string().nullable(),
  amount: z.number(),
  paid_at: z.string(),
  razorpay_payment_id: z.string(),
  is_refunded: z.boolean(),
})
export type Receipt = z.output<typeof Receipt>

export const receiptCalls = {
  read: call({
    method: 'GET',
    path: '/api/receipts/{token}',
    access: 'anyone',
    summary: 'A receipt, for whoever has its address',
    params: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{22}$/, problem('notAReceipt')) }),
    reply: success(Receipt),
  }),
}
