import { complaintCalls } from '@petsetu/contract/complaints.ts'
import type { CheckoutReply } from '@petsetu/contract/payments.ts'
import { confirmPayment } from '../checkout/confirm-payment.ts'
import type { CheckoutOrder } from '../checkout/open-checkout.ts'
import { CallError, request } from '../lib/request.ts'
import { sendForm } from '../lib/send-form.ts'
import { type ComplaintValues, complaintOf, rupeesOf } from './complaint-values.ts'
import type { Closed } from './file-complaint.ts'
import { filingKey, type SavedComplaint } from './saved-complaint.ts'

/** A complaint as filled in, and what hears how much of it has been sent, from 0 to 1. */
export type NewComplaint = { values: ComplaintValues; file: File | null; onProgress: (share: number) => void }

/** Files it once, however often it is tried: see `filingKey`. */
export async function submitComplaint({ values, file, onProgress }: NewComplaint): Promise<SavedComplaint> {
  const { reply } = await request(
    complaintCalls.submit,
    { body: complaintOf(values) },
    { idempotencyKey: filingKey(), send: sendForm({ field: complaintCalls.submit.multipart, file, onProgress }) },
  )
  return {
    id: reply.data.complaint_id,
    name: values.fullname,
    email: values.email,
    phone: values.phone,
    amount: rupeesOf(values.amount),
    fileName: file?.name ?? null,
    reply: null,
  }
}

export async function openFeeOrder(complaint: SavedComplaint): Promise<CheckoutOrder | Closed> {
  const { id, amount, name, email, phone } = complaint
  try {
    const { reply } = await request(complaintCalls.initiatePayment, {
      body: { complaint_id: id, amount, name, email, phone },
    })
    return reply.data
  } catch (error) {
    if (error instanceof CallError && error.status === 409) return { closed: error.message }
    throw error
  }
}

/** Resolves, once the payment is confirmed, with the page of its receipt. */
export async function verifyFee(
  { id }: SavedComplaint,
  checkout: CheckoutReply,
  onDelay: (error: CallError) => void,
): Promise<string | null> {
  let receiptPath: string | null = null
  async function verify() {
    const { reply } = await request(complaintCalls.verifyPayment, { body: { ...checkout, complaint_id: id } })
    receiptPath = reply.data.receipt_path
  }
  await confirmPayment(verify, { onDelay })
  return receiptPath
}
