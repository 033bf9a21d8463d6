import { Readable } from 'node:stream'
import type { ComplaintForm } from '@petsetu/contract/complaint-form.ts'
import { FILING_FEE_RUPEES_MIN, PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import { changeComplaintStatus } from '../complaints/change-status.ts'
import { openFeeOrder } from '../complaints/complaint-fee.ts'
import { insertComplaint } from '../complaints/insert-complaint.ts'
import type { KeptFile } from '../files/kept-file.ts'
import { refundPayment } from '../payments/refunds/refund-payment.ts'
import type { Services } from '../services.ts'
import { COMPLAINTS, type Money } from './demo-complaints.ts'
import { demoPdf, demoPng } from './demo-files.ts'
import { daysAgo, paidAgo } from './sandbox-pay.ts'

/** Creates complaints in every status, some paid, some with a file. Returns their number. */
export async function fillComplaints(services: Services): Promise<number> {
  for (const [index, { type, text, status, money, days, file }] of COMPLAINTS.entries()) {
    const at = daysAgo(days)
    const form: ComplaintForm = {
      fullname: `Complainant ${index + 1}`,
      email: `complainant${index + 1}@example.org`,
      phone: `+91 55500 ${30_000 + index}`,
      type_of_complaint: type,
      location_of_incident: 'Near the clock tower, Pune',
      date_of_incident: at.toISOString().slice(0, 10),
      description: text,
    }
    const files = file ? [await attach(services, file)] : []
    const { id } = await insertComplaint(services.db, {
      form,
      language: 'en',
      files,
      idempotencyKey: null,
      contentHash: null,
    })
    if (money !== 'none') await settleFee(services, id, form.email, money, at)
    await changeComplaintStatus(services, id, status, { role: 'system' })
    await services.db.updateTable('complaints').set({ created_at: at }).where('id', '=', id).execute()
  }
  return COMPLAINTS.length
}

async function attach({ attachments }: Services, file: 'pdf' | 'png'): Promise<KeptFile> {
  return attachments.keep(await attachments.receive(Readable.from(file === 'pdf' ? demoPdf() : demoPng())))
}

async function settleFee(
  services: Services,
  complaintId: number,
  email: string,
  money: Money,
  at: Date,
): Promise<void> {
  const feePaise = FILING_FEE_RUPEES_MIN * PAISE_PER_RUPEE
  const order = await openFeeOrder(services.payments, { complaintId, email, feePaise })
  if (money === 'open') return
  const { paymentId } = await paidAgo(services, order, money === 'failed' ? 'failed' : 'captured', at)
  if (money === 'refunded') await refundPayment(services.payments, paymentId, null)
}
