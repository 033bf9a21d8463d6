import { complaintCalls } from '@petsetu/contract/complaints.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import type { Created } from '../../checkout/run-payment.ts'
import { requestData } from '../../lib/request-data.ts'
import { sendForm } from '../../lib/send-form.ts'
import { type ComplaintValues, complaintOf, rupeesOf } from './complaint-values.ts'
import { filingKey } from './filing-key.ts'

/** A filled-in complaint. `onProgress` gets the part of it that has been sent, from 0 to 1. */
export type NewComplaint = { values: ComplaintValues; file: File | null; onProgress: (share: number) => void }

/** Files it once, however often it is called (see `filingKey`). `correct` replaces the complaint that is already saved. */
export async function submitComplaint(
  { values, file, onProgress }: NewComplaint,
  { signal, isCorrection = false }: { signal: AbortSignal; isCorrection?: boolean },
): Promise<Created> {
  const call = isCorrection ? complaintCalls.correct : complaintCalls.submit
  const send = sendForm({ field: call.multipart, file, onProgress })
  const options = { signal, idempotencyKey: filingKey(), send }
  const { complaint_id } = await requestData(call, { body: complaintOf(values) }, options)
  return {
    subject: {
      id: complaint_id,
      name: values.fullname,
      email: values.email,
      phone: values.phone,
      amountPaise: Math.round(rupeesOf(values.amount) * PAISE_PER_RUPEE),
      fileName: file?.name ?? null,
    },
  }
}
