import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import type { Created } from '../../payments/checkout/run-payment.ts'
import { paiseOf } from '../../platform/lib/amounts.ts'
import type { Message } from '../../platform/lib/requests/request.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { sendForm } from '../../platform/lib/requests/send-form.ts'
import { type ComplaintValues, complaintOf } from './complaint-values.ts'

/** A filled-in complaint. `onProgress` gets the part of it that has been sent, from 0 to 1. */
export type NewComplaint = { values: ComplaintValues; files: File[]; onProgress: (share: number) => void }

type How = {
  key: string
  signal?: AbortSignal
  isCorrection?: boolean
  /** The version of the notice that stood beside the form; by default, of the one that this page shows. */
  noticeVersion?: string | undefined
}

/** Files it once, however often it is called with this key. `isCorrection` replaces the complaint that is already saved. */
export async function submitComplaint(
  { values, files, onProgress }: NewComplaint,
  { key, signal, isCorrection = false, noticeVersion = NOTICE_VERSION }: How,
): Promise<Created> {
  const call = isCorrection ? complaintCalls.correct : complaintCalls.submit
  const sendFiles = sendForm({ files: partsOf(files), onProgress })
  const send = (message: Message) =>
    sendFiles({ ...message, headers: { ...message.headers, 'notice-version': noticeVersion } })
  const options = { idempotencyKey: key, send, ...(signal && { signal }) }
  const { complaint_id, reference, follow_path } = await requestData(call, { body: complaintOf(values) }, options)
  return {
    subject: {
      id: complaint_id,
      reference,
      followPath: follow_path,
      name: values.fullname,
      email: values.email,
      phone: values.phone,
      amountPaise: paiseOf(values.amount),
      fileName: files.map(({ name }) => name).join(', ') || null,
    },
  }
}

/** The first file has a part name of its own, as a form with one file always had. */
function partsOf(files: File[]): [name: string, file: File][] {
  const { multipart, moreFiles } = complaintCalls.submit
  return files.map((file, index) => [index === 0 ? multipart : moreFiles.name, file])
}
