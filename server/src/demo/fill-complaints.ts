import { Readable } from 'node:stream'
import type { ComplaintForm, ComplaintStatus } from '@petsetu/contract/complaints.ts'
import { FILING_FEE_RUPEES_MIN, PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import { changeComplaintStatus } from '../complaints/change-status.ts'
import { openFeeOrder } from '../complaints/complaint-fee.ts'
import { insertComplaint } from '../complaints/insert-complaint.ts'
import type { KeptFile } from '../files/kept-file.ts'
import { refundPayment } from '../payments/refunds/refund-payment.ts'
import type { Services } from '../services.ts'
import { demoPdf, demoPng } from './demo-files.ts'
import { daysAgo, paidAgo } from './sandbox-pay.ts'

type Money = 'paid' | 'open' | 'failed' | 'refunded' | 'none'

const CASES: {
  type: string
  text: string
  status: ComplaintStatus
  money: Money
  days: number
  file?: 'pdf' | 'png'
}[] = [
  {
    type: 'Cruelty',
    text: 'A dog is chained on a roof all day without shade or water.',
    status: 'pending',
    money: 'paid',
    days: 1,
    file: 'png',
  },
  {
    type: 'Injured or sick stray',
    text: 'A cow with an open wound at the bus stand cannot get up.',
    status: 'pending',
    money: 'paid',
    days: 2,
  },
  {
    type: 'Abandonment',
    text: 'Three puppies were left in a box behind the market.',
    status: 'in_progress',
    money: 'paid',
    days: 4,
    file: 'pdf',
  },
  {
    type: 'Neglect',
    text: 'The parrots in this shop have no water and no room to turn.',
    status: 'in_progress',
    money: 'paid',
    days: 9,
  },
  {
    type: 'Cruelty',
    text: 'Boys throw stones at the cats of our lane every evening.',
    status: 'resolved',
    money: 'paid',
    days: 20,
  },
  {
    type: 'Illegal trade',
    text: 'Star tortoises are sold from a house near the station.',
    status: 'resolved',
    money: 'paid',
    days: 33,
    file: 'pdf',
  },
  {
    type: 'Injured or sick stray',
    text: 'A dog was hit by a car and hides below the bridge.',
    status: 'closed',
    money: 'paid',
    days: 48,
  },
  {
    type: 'Noise or nuisance',
    text: 'The kennel next door is never cleaned, the smell is terrible.',
    status: 'closed',
    money: 'refunded',
    days: 60,
  },
  {
    type: 'Abandonment',
    text: 'An old labrador was tied to the temple gate at night.',
    status: 'pending',
    money: 'open',
    days: 0,
  },
  {
    type: 'Cruelty',
    text: 'A horse is made to pull a cart with a lame leg.',
    status: 'pending',
    money: 'failed',
    days: 3,
  },
  {
    type: 'Neglect',
    text: 'The neighbours have been away for a week, their dog howls.',
    status: 'pending',
    money: 'none',
    days: 6,
  },
  {
    type: 'Injured or sick stray',
    text: 'एक घायल कुत्ता पार्क के गेट के पास पड़ा है।',
    status: 'in_progress',
    money: 'paid',
    days: 11,
    file: 'png',
  },
]

/** Creates complaints in every status, some paid, some with a file. Returns their number. */
export async function fillComplaints(services: Services): Promise<number> {
  for (const [index, { type, text, status, money, days, file }] of CASES.entries()) {
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
  return CASES.length
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
