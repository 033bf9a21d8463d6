import { createHash, randomUUID } from 'node:crypto'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import type { CheckoutAnswer } from '../../../../server/test/sandbox.ts'
import type { Outcome } from '../history.ts'
import type { Random } from '../random.ts'
import { aComplaint, type Person } from './builders.ts'
import type { ProviderProgram } from './provider-program.ts'
import { type ClientRecord, sendUntilAnswered } from './send.ts'

export type PlanOffer = { planId: number; pricePaise: number; months: number }

/** Everything that the client actions need: servers, provider, record of answers, admin token and plans. */
export type Context = {
  nodeUrls: string[]
  provider: ProviderProgram
  record: ClientRecord
  adminToken: string
  offers: PlanOffer[]
}

export type Subject = { purpose: Purpose; subjectId: number }

const FEE_RUPEES = 100

type Document = Uint8Array<ArrayBuffer>

/** Files a complaint; returns its id, or null if no server accepted it. */
export async function fileComplaint(
  context: Context,
  random: Random,
  person: Person,
  file: Document | null = null,
): Promise<number | null> {
  const form = aComplaint(random, person)
  const [key, fileSha256] = [randomUUID(), file && createHash('sha256').update(file).digest('hex')]
  const note = (outcome: Outcome, reply: string, complaintId: number | null) =>
    ({ kind: 'submit', key, fields: form, fileSha256, outcome, reply, complaintId }) as const
  const filed = await sendUntilAnswered(
    context,
    random,
    complaintCalls.submit,
    { body: form },
    { key, file },
    (outcome, reply, body) => note(outcome, reply, body?.data.complaint_id ?? null),
  )
  return filed?.data.complaint_id ?? null
}

export function feeOf(complaintId: number, person: Person) {
  return { body: { complaint_id: complaintId, amount: FEE_RUPEES, ...person } }
}

/** Returns the id of the order for a complaint's fee. */
export async function openFee(
  context: Context,
  random: Random,
  complaintId: number,
  person: Person,
): Promise<string | null> {
  const asked = { kind: 'initiate', complaintId, email: person.email, amountPaise: FEE_RUPEES * 100 } as const
  const input = feeOf(complaintId, person)
  const opened = await sendUntilAnswered(
    context,
    random,
    complaintCalls.initiatePayment,
    input,
    {},
    (outcome, reply, body) => ({
      ...asked,
      outcome,
      reply,
      orderId: body?.data.order_id ?? null,
    }),
  )
  return opened?.data.order_id ?? null
}

export function registrationFor({ planId }: PlanOffer, person: Person) {
  return { body: { ...person, plan_id: planId, address: '8 Tank Street, Chennai', why_join: 'I want to help.' } }
}

export async function join(context: Context, random: Random, offer: PlanOffer, person: Person) {
  const { pricePaise, months } = offer
  const asked = { kind: 'register', email: person.email, pricePaise, months } as const
  const input = registrationFor(offer, person)
  const joined = await sendUntilAnswered(
    context,
    random,
    membershipCalls.register,
    input,
    {},
    (outcome, reply, body) => ({
      ...asked,
      outcome,
      reply,
      membershipId: body?.data.membership_id ?? null,
      orderId: body?.data.order_id ?? null,
    }),
  )
  if (!joined?.data.order_id) return null
  return { membershipId: joined.data.membership_id, orderId: joined.data.order_id }
}

export function donationOf(amountPaise: number, person: Person) {
  return {
    body: { ...person, amount: amountPaise / 100, purpose: 'Food', address: '8 Tank Street', pan: 'ABCPE1234F' },
  }
}

export async function donate(context: Context, random: Random, amountPaise: number, person: Person) {
  const asked = { kind: 'donate', email: person.email, amountPaise } as const
  const input = donationOf(amountPaise, person)
  const given = await sendUntilAnswered(context, random, donationCalls.donate, input, {}, (outcome, reply, body) => ({
    ...asked,
    outcome,
    reply,
    donationId: body?.data.donation_id ?? null,
    orderId: body?.data.order_id ?? null,
  }))
  const orderId = given?.data.order_id
  return given && orderId ? { donationId: given.data.donation_id, orderId } : null
}

/** Sends the checkout's result to the server; returns true if it was confirmed. */
export async function confirm(
  context: Context,
  random: Random,
  subject: Subject,
  checkout: CheckoutAnswer,
): Promise<boolean> {
  const { purpose, subjectId } = subject
  const asked = { kind: 'verify', ...subject, paymentId: checkout.razorpay_payment_id, isForged: false } as const
  const note = (outcome: Outcome, reply: string) => ({ ...asked, outcome, reply })
  const verify: Record<Purpose, () => Promise<unknown>> = {
    complaint: () => {
      const body = { ...checkout, complaint_id: subjectId }
      return sendUntilAnswered(context, random, complaintCalls.verifyPayment, { body }, {}, note)
    },
    membership: () => {
      const body = { ...checkout, membership_id: subjectId }
      return sendUntilAnswered(context, random, membershipCalls.verifyPayment, { body }, {}, note)
    },
    donation: () => {
      const body = { ...checkout, donation_id: subjectId }
      return sendUntilAnswered(context, random, donationCalls.verifyPayment, { body }, {}, note)
    },
  }
  return (await verify[purpose]()) !== null
}

export async function readComplaint(context: Context, random: Random, complaintId: number) {
  const input = { params: { id: String(complaintId) } }
  return (await sendUntilAnswered(context, random, complaintCalls.read, input, { token: context.adminToken }))?.data
}

/** Finds our id of a payment as an admin. */
export async function findPayment(
  context: Context,
  random: Random,
  { purpose, subjectId }: Subject,
  paymentId: string,
): Promise<number | null> {
  const find: Record<Purpose, () => Promise<number | null>> = {
    complaint: async () => {
      const complaint = await readComplaint(context, random, subjectId)
      return complaint?.payments.find((payment) => payment.razorpay_payment_id === paymentId)?.id ?? null
    },
    membership: () => findInReport(context, random, paymentId),
    donation: () => findInReport(context, random, paymentId),
  }
  return find[purpose]()
}

async function findInReport(context: Context, random: Random, paymentId: string): Promise<number | null> {
  const input = { query: { page: '1', limit: '100' } }
  const report = await sendUntilAnswered(context, random, reportCalls.payments, input, { token: context.adminToken })
  return report?.data.find((payment) => payment.razorpay_payment_id === paymentId)?.payment ?? null
}

/** Refunds a payment as an admin. */
export async function refund(context: Context, random: Random, id: number, paymentId: string): Promise<void> {
  const input = { params: { id: String(id) } }
  await sendUntilAnswered(
    context,
    random,
    paymentCalls.refund,
    input,
    { token: context.adminToken },
    (outcome, reply) => ({
      kind: 'refund',
      paymentId,
      outcome,
      reply,
    }),
  )
}
