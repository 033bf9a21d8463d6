import { foldCase } from '@petsetu/contract/platform/text.ts'
import { type OpenOrder, openOrder } from '../payments/orders/open-order.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { notFound } from '../platform/errors.ts'
import { rejectUnpayable } from './complaint-payment.ts'
import { findComplaint } from './complaint-queries.ts'

/**
 * The order for the filing fee of a complaint: the open one, or a new one. Rejects with 404 unless `email` matches the
 * complaint, so that nobody can probe other people's complaints by number, and with 409 if it is paid.
 */
export async function openFeeOrder(
  deps: PaymentDeps,
  { complaintId, email, feePaise }: { complaintId: number; email: string; feePaise: number },
): Promise<OpenOrder> {
  const complaint = await findComplaint(deps.db, complaintId)
  if (!complaint || foldCase(complaint.email) !== foldCase(email)) throw notFound('complaint_not_found')
  rejectUnpayable(complaint)
  return openOrder(deps, {
    purpose: 'complaint',
    subjectId: complaintId,
    amountPaise: feePaise,
  })
}
