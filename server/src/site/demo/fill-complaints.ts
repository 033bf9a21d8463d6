import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { DUE_DAYS_AT_FIRST } from '@petsetu/contract/complaints/complaint-facts.ts'
import type { ComplaintForm } from '@petsetu/contract/complaints/complaint-schemas.ts'
import type { ComplaintStatus } from '@petsetu/contract/complaints/complaints.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { FILING_FEE_RUPEES_MIN, toPaise } from '@petsetu/contract/platform/money.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { adminOf } from '../../complaints/case-events.ts'
import { auditCase, revealName } from '../../complaints/cases/audit-case.ts'
import { changeComplaintStatus } from '../../complaints/change-status.ts'
import { openFeeOrder } from '../../complaints/complaint-payment.ts'
import { insertComplaint } from '../../complaints/file-complaint.ts'
import { refundPayment } from '../../payments/refunds/refund-payment.ts'
import type { Actor } from '../../people/audit/record-audit.ts'
import { listAdmins } from '../../people/users/user-queries.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { StoredAttachment } from '../../platform/files/incoming-files.ts'
import type { Services } from '../../services.ts'
import { asPerson, backDated, daysAgo, HOURS, paidAgo, servicesAt } from './back-dated.ts'
import { examplePhone } from './demo-pets.ts'

/** Creates complaints in every status, some paid, some with a file, in the order in which they were filed. Returns their number. */
export async function fillComplaints(services: Services): Promise<number> {
  const [admin] = await listAdmins(services.db, 'cases')
  if (!admin) throw new Error('The demo has no admin')
  for (const [index, complaint] of [...COMPLAINTS.entries()].toSorted(([, one], [, other]) => other.days - one.days)) {
    const { type, text, place, money, days, file, isNameWithheld = false } = complaint
    const at = daysAgo(days + index / HOURS)
    const then = servicesAt(services, at)
    const form: ComplaintForm = {
      fullname: `Complainant ${index + 1}`,
      email: `complainant${index + 1}@example.org`,
      phone: examplePhone(index + 300),
      type_of_complaint: type,
      location_of_incident: place,
      date_of_incident: today(at),
      description: text,
      withhold_name: isNameWithheld,
    }
    const files = file ? [await attach(services, file)] : []
    const made = { form, language: 'en', files, idempotencyKey: null, contentHash: null } as const
    const { id } = await insertComplaint(then.db, made)
    const dueDays = Object.entries(DUE_DAYS_AT_FIRST).find(([name]) => name === type.toLowerCase())?.[1]
    const due_on = today(daysAgo(days - (dueDays ?? DUE_DAYS_AT_FIRST.other)))
    await services.db.updateTable('complaints').set({ due_on }).where('id', '=', id).execute()
    if (money !== 'none') await settleFee(then, id, form.email, money, at)
    await work(services, { ...complaint, id }, { person: asPerson(admin), request: { id: 'demo' } })
  }
  await services.db.insertInto('answers').values(ANSWERS).execute()
  return COMPLAINTS.length
}

/** The admin has worked on it since: each step stands in its history and in the audit. */
async function work(
  services: Services,
  { id, status, days, isNameWithheld }: (typeof COMPLAINTS)[number] & { id: number },
  by: Actor,
): Promise<void> {
  const steps: ComplaintStatus[] = status === 'in_progress' || status === 'pending' ? [status] : ['in_progress', status]
  for (const [step, next] of steps.entries()) {
    const then = servicesAt(services, daysAgo(days * (step === 0 ? 0.8 : 0.4)))
    await inTransaction(then.db, (transaction) =>
      auditCase(transaction, by, { id, action: 'complaint-status-set' }, async () => {
        await changeComplaintStatus({ ...then, db: transaction }, id, next, adminOf(by))
      }),
    )
  }
  const reason = 'The police asked who saw it.'
  if (isNameWithheld) await revealName(backDated(services.db, daysAgo(days * 0.6)), id, { reason, by })
}

async function attach({ attachments }: Services, file: 'pdf' | 'png'): Promise<StoredAttachment> {
  const made = file === 'pdf' ? await demoPdf() : await demoPng()
  return attachments.keep(await attachments.receive(Readable.from([made])))
}

async function settleFee(
  services: Services,
  complaintId: number,
  email: string,
  money: Money,
  at: Date,
): Promise<void> {
  const feePaise = toPaise(FILING_FEE_RUPEES_MIN)
  const order = await openFeeOrder(services.payments, { complaintId, email, feePaise })
  if (money === 'open') return
  const { paymentId } = await paidAgo(services, order, money === 'failed' ? 'failed' : 'captured', at)
  if (money === 'refunded') await refundPayment(services.payments, paymentId, null)
}

/** A small picture: a marigold square on peacock green. */
function demoPng(): Promise<Buffer> {
  const square = (side: number, background: string) =>
    ({ create: { width: side, height: side, channels: 3, background } }) as const
  return sharp(square(64, '#0f6b6b'))
    .composite([{ input: square(36, '#f2a516') }])
    .png()
    .toBuffer()
}

/** One page with one line of text. */
function demoPdf(): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', info: { Title: 'A letter' } })
  document.fontSize(18).text('A letter about what was seen.')
  document.end()
  return buffer(document)
}

type Money = 'paid' | 'open' | 'failed' | 'refunded' | 'none'

const COMPLAINTS: {
  type: string
  text: string
  place: string
  status: ComplaintStatus
  money: Money
  days: number
  file?: 'pdf' | 'png'
  isNameWithheld?: true
}[] = [
  {
    type: 'Cruelty',
    text: 'A dog is chained on a roof all day without shade or water.',
    place: 'Sadashiv Peth, Pune',
    status: 'pending',
    money: 'paid',
    days: 1,
    file: 'png',
  },
  {
    type: 'Injured or sick stray',
    text: 'A cow with an open wound at the bus stand cannot get up.',
    place: 'Swargate bus stand, Pune',
    status: 'pending',
    money: 'paid',
    days: 2,
  },
  {
    type: 'Abandonment',
    text: 'Three puppies were left in a box behind the market.',
    place: 'Behind Mandai market, Pune',
    status: 'in_progress',
    money: 'paid',
    days: 4,
    file: 'pdf',
  },
  {
    type: 'Neglect',
    text: 'The parrots in this shop have no water and no room to turn.',
    place: 'Laxmi Road, opposite the sari shops, Pune',
    status: 'in_progress',
    money: 'paid',
    days: 9,
  },
  {
    type: 'Cruelty',
    text: 'Boys throw stones at the cats of our lane every evening.',
    place: 'Vishrambaug Lane 3, Pune',
    status: 'resolved',
    money: 'paid',
    days: 20,
    isNameWithheld: true,
  },
  {
    type: 'Illegal trade',
    text: 'Star tortoises are sold from a house near the station.',
    place: 'Near the railway station, Pune',
    status: 'resolved',
    money: 'paid',
    days: 33,
    file: 'pdf',
  },
  {
    type: 'Injured or sick stray',
    text: 'A dog was hit by a car and hides below the bridge.',
    place: 'Below Lakdi Pul, Pune',
    status: 'closed',
    money: 'paid',
    days: 48,
    file: 'png',
  },
  {
    type: 'Noise or nuisance',
    text: 'The kennel next door is never cleaned, the smell is terrible.',
    place: 'Kothrud, Pune',
    status: 'closed',
    money: 'refunded',
    days: 60,
  },
  {
    type: 'Abandonment',
    text: 'An old labrador was tied to the temple gate at night.',
    place: 'Parvati temple gate, Pune',
    status: 'pending',
    money: 'open',
    days: 0,
  },
  {
    type: 'Cruelty',
    text: 'A horse is made to pull a cart with a lame leg.',
    place: 'Camp, near the race course, Pune',
    status: 'pending',
    money: 'failed',
    days: 3,
  },
  {
    type: 'Neglect',
    text: 'The neighbours have been away for a week, their dog howls.',
    place: 'Aundh, Nagras Road, Pune',
    status: 'pending',
    money: 'none',
    days: 6,
  },
  {
    type: 'Injured or sick stray',
    text: 'एक घायल कुत्ता पार्क के गेट के पास पड़ा है।',
    place: 'सारस बाग के गेट के पास, पुणे',
    status: 'in_progress',
    money: 'paid',
    days: 11,
    file: 'png',
  },
]

const ANSWERS: { title: string; text: string; language: Language; for_status: ComplaintStatus | null }[] = [
  {
    title: 'We are looking into it',
    text: 'Thank you for telling us. One of us calls you today, and our team goes there as soon as it can.',
    language: 'en',
    for_status: 'in_progress',
  },
  {
    title: 'हम देख रहे हैं',
    text: 'बताने के लिए धन्यवाद। हम आज आपको फ़ोन करेंगे और हमारी टीम जल्द वहाँ पहुँचेगी।',
    language: 'hi',
    for_status: 'in_progress',
  },
  {
    title: 'आम्ही पाहत आहोत',
    text: 'कळवल्याबद्दल धन्यवाद. आम्ही आज तुम्हाला फोन करू आणि आमची टीम लवकरच तिथे पोहोचेल.',
    language: 'mr',
    for_status: 'in_progress',
  },
  {
    title: 'The animal is safe',
    text: 'Our team has found the animal and brought it to our vet. It is safe now. Thank you for your help.',
    language: 'en',
    for_status: 'resolved',
  },
  {
    title: 'Please send a photo',
    text: 'Can you send us a photo, and tell us by what we recognise the place? A shop or a pole number is enough.',
    language: 'en',
    for_status: null,
  },
]
