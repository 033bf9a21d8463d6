import { Readable } from 'node:stream'
import type { ComplaintForm } from '@petsetu/contract/complaint-form.ts'
import { DUE_DAYS_AT_FIRST } from '@petsetu/contract/complaint-types.ts'
import type { ComplaintStatus } from '@petsetu/contract/complaints.ts'
import { today } from '@petsetu/contract/dates.ts'
import { FILING_FEE_RUPEES_MIN, PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import type { Actor } from '../audit/record-audit.ts'
import { auditCase } from '../complaints/cases/audit-case.ts'
import { revealName } from '../complaints/cases/reveal-name.ts'
import { changeComplaintStatus } from '../complaints/change-status.ts'
import { openFeeOrder } from '../complaints/complaint-fee.ts'
import { insertComplaint } from '../complaints/insert-complaint.ts'
import { inTransaction } from '../db/transaction.ts'
import type { KeptFile } from '../files/kept-file.ts'
import { refundPayment } from '../payments/refunds/refund-payment.ts'
import type { Services } from '../services.ts'
import { listAdmins } from '../users/user-queries.ts'
import { backDated, daysAgo, HOURS, servicesAt } from './back-dated.ts'
import { COMPLAINTS, type Money } from './demo-complaints.ts'
import { demoPdf, demoPng } from './demo-files.ts'
import { examplePhone } from './demo-pets.ts'
import { asPerson } from './fill-audit.ts'
import { paidAgo } from './sandbox-pay.ts'

/** Creates complaints in every status, some paid, some with a file, in the order in which they were filed. Returns their number. */
export async function fillComplaints(services: Services): Promise<number> {
  const [admin] = await listAdmins(services.db, 'cases')
  if (!admin) throw new Error('The demo has no admin')
  for (const [index, complaint] of [...COMPLAINTS.entries()].toSorted(([, one], [, other]) => other.days - one.days)) {
    const { type, text, money, days, file, isNameWithheld = false } = complaint
    const at = daysAgo(days + index / HOURS)
    const then = servicesAt(services, at)
    const form: ComplaintForm = {
      fullname: `Complainant ${index + 1}`,
      email: `complainant${index + 1}@example.org`,
      phone: examplePhone(index + 300),
      type_of_complaint: type,
      location_of_incident: 'Near the clock tower, Pune',
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
  return COMPLAINTS.length
}

/** The admin has worked on it since: each step stands in its history and in the audit. */
async function work(
  services: Services,
  { id, status, days, isNameWithheld }: (typeof COMPLAINTS)[number] & { id: number },
  by: Actor,
): Promise<void> {
  const admin = { role: 'admin', userId: by.person.id } as const
  const steps: ComplaintStatus[] = status === 'in_progress' || status === 'pending' ? [status] : ['in_progress', status]
  for (const [step, next] of steps.entries()) {
    const then = servicesAt(services, daysAgo(days * (step === 0 ? 0.8 : 0.4)))
    await inTransaction(then.db, (transaction) =>
      auditCase(transaction, by, { id, action: 'complaint-status-set' }, async () => {
        await changeComplaintStatus({ ...then, db: transaction }, id, next, admin)
      }),
    )
  }
  const reason = 'The police asked who saw it.'
  if (isNameWithheld) await revealName(backDated(services.db, daysAgo(days * 0.6)), id, { reason, by })
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
