import { conflict, notFound } from '../errors.ts'
import { type OpenOrder, openOrder } from '../payments/open-order.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { foldCase } from '../users/fold-case.ts'
import { findComplaint } from './complaint-queries.ts'

/**
 * The order with which the filing fee of a complaint can be paid: the open one, or a new one. Refuses with 404 unless `email` is the
 * complaint's own, so that nobody learns of a stranger's complaint by its number, and with 409 for one that is paid.
 */
export async function openFeeOrder(
  deps: PaymentDeps,
  { complaintId, email, feePaise }: { complaintId: number; email: string; feePaise: number },
): Promise<OpenOrder> {
  const complaint = await findComplaint(deps.db, complaintId)
  if (!complaint || foldCase(complaint.email) !== foldCase(email)) throw notFound('Complaint not found')
  if (complaint.payment_status === 'paid') throw conflict('This complaint is already paid.')
  if (complaint.payment_status === 'refunded') throw conflict('The payment of this complaint was refunded.')
  return openOrder(deps, {
    purpose: 'complaint',
    subjectId: complaintId,
    amountPaise: feePaise,
    notes: { kind: 'complaint', ref: String(complaintId) },
  })
}
