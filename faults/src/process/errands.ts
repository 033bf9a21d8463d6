import { createHash, randomUUID } from 'node:crypto'
import { complaintCalls } from '@petsetu/contract/complaints.ts'
import { membershipCalls } from '@petsetu/contract/memberships.ts'
import { paymentCalls } from '@petsetu/contract/payments.ts'
import { reportCalls } from '@petsetu/contract/reports.ts'
import type { Outcome } from '../history.ts'
import type { Chance } from '../random.ts'
import type { CheckoutAnswer } from '../sandbox.ts'
import { ask, type Seen } from './ask.ts'
import { aComplaint, type Person } from './papers.ts'
import type { ProviderProgram } from './provider-program.ts'

/** A plan that is on offer. */
export type Offer = { planId: number; pricePaise: number; months: number }

/** Where visitors go, and what they may do there. */
export type Place = {
  nodeUrls: string[]
  provider: ProviderProgram
  seen: Seen
  adminToken: string
  offers: Offer[]
}

export type Subject = { purpose: 'complaint' | 'membership'; subjectId: number }

const FEE_RUPEES = 100

type Document = Uint8Array<ArrayBuffer>

/** Files a complaint, with a document or without; answers its number, null where nobody took it. */
export async function fileComplaint(
  place: Place,
  chance: Chance,
  person: Person,
  file: Document | null = null,
): Promise<number | null> {
  const form = aComplaint(chance, person)
  const [key, fileSha256] = [randomUUID(), file && createHash('sha256').update(file).digest('hex')]
  const note = (outcome: Outcome, reply: string, complaintId: number | null) =>
    ({ kind: 'submit', key, fields: form, fileSha256, outcome, reply, complaintId }) as const
  const filed = await ask(place, chance, complaintCalls.submit, { body: form }, { key, file }, (outcome, reply, body) =>
    note(outcome, reply, body?.data.complaint_id ?? null),
  )
  return filed?.data.complaint_id ?? null
}

export function feeOf(complaintId: number, person: Person) {
  return { body: { complaint_id: complaintId, amount: FEE_RUPEES, ...person } }
}

/** Answers the order with which the fee of a complaint can be paid. */
export async function openFee(
  place: Place,
  chance: Chance,
  complaintId: number,
  person: Person,
): Promise<string | null> {
  const asked = { kind: 'initiate', complaintId, email: person.email, amountPaise: FEE_RUPEES * 100 } as const
  const input = feeOf(complaintId, person)
  const opened = await ask(place, chance, complaintCalls.initiatePayment, input, {}, (outcome, reply, body) => ({
    ...asked,
    outcome,
    reply,
    orderId: body?.data.order_id ?? null,
  }))
  return opened?.data.order_id ?? null
}

export function registrationFor({ planId }: Offer, person: Person) {
  return { body: { ...person, plan_id: planId, address: '8 Tank Street, Chennai', why_join: 'I want to help.' } }
}

/** Registers for a plan. */
export async function join(place: Place, chance: Chance, offer: Offer, person: Person) {
  const { pricePaise, months } = offer
  const asked = { kind: 'register', email: person.email, pricePaise, months } as const
  const input = registrationFor(offer, person)
  const joined = await ask(place, chance, membershipCalls.register, input, {}, (outcome, reply, body) => ({
    ...asked,
    outcome,
    reply,
    membershipId: body?.data.membership_id ?? null,
    orderId: body?.data.order_id ?? null,
  }))
  if (!joined?.data.order_id) return null
  return { membershipId: joined.data.membership_id, orderId: joined.data.order_id }
}

/** Reports what the checkout answered; true once it is confirmed. */
export async function confirm(
  place: Place,
  chance: Chance,
  subject: Subject,
  checkout: CheckoutAnswer,
): Promise<boolean> {
  const { purpose, subjectId } = subject
  const asked = { kind: 'verify', ...subject, paymentId: checkout.razorpay_payment_id, isForged: false } as const
  const note = (outcome: Outcome, reply: string) => ({ ...asked, outcome, reply })
  const { complaint, membership } = {
    complaint: { body: { ...checkout, complaint_id: subjectId } },
    membership: { body: { ...checkout, membership_id: subjectId } },
  }
  const confirmed =
    purpose === 'complaint'
      ? await ask(place, chance, complaintCalls.verifyPayment, complaint, {}, note)
      : await ask(place, chance, membershipCalls.verifyPayment, membership, {}, note)
  return confirmed !== null
}

export async function readComplaint(place: Place, chance: Chance, complaintId: number) {
  const input = { params: { id: String(complaintId) } }
  return (await ask(place, chance, complaintCalls.read, input, { token: place.adminToken }))?.data
}

/** Our number of a payment, as the desk finds it. */
export async function findPayment(
  place: Place,
  chance: Chance,
  { purpose, subjectId }: Subject,
  paymentId: string,
): Promise<number | null> {
  if (purpose === 'complaint') {
    const complaint = await readComplaint(place, chance, subjectId)
    return complaint?.payments.find((payment) => payment.razorpay_payment_id === paymentId)?.id ?? null
  }
  const query = { page: '1', limit: '100' }
  const report = await ask(place, chance, reportCalls.payments, { query }, { token: place.adminToken })
  return report?.data.find((payment) => payment.razorpay_payment_id === paymentId)?.payment ?? null
}

/** Sends a payment back, as the desk does. */
export async function refund(place: Place, chance: Chance, id: number, paymentId: string): Promise<void> {
  const input = { params: { id: String(id) } }
  await ask(place, chance, paymentCalls.refund, input, { token: place.adminToken }, (outcome, reply) => ({
    kind: 'refund',
    paymentId,
    outcome,
    reply,
  }))
}
