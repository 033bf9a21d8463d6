import { createHash } from 'node:crypto'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { type CheckoutReply, paymentCalls, type SettledAs } from '@petsetu/contract/payments/payments.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import type { InjectOptions } from 'fastify'
import type { CheckoutAnswer } from '../../../../server/test/sandbox.ts'
import { outcomeOf } from '../history.ts'
import type { Answer, Run } from './run.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { Plan } from './world.ts'

export type Subject = { purpose: Purpose; id: number }
export type Person = { name: string; email: string; phone: string }
export type Filing = { key: string; person: Person; file: Buffer | null }

const TRIES_MAX = 4

/** Retries until there is a definite answer; null if it was not a success. */
export async function retryUntilAnswered(
  run: Run,
  attempt: (proc: SimulatedProcess) => Promise<Answer>,
): Promise<Answer | null> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const answer = await attempt(await run.node())
    const outcome = outcomeOf(answer.status)
    if (outcome === 'ok') return answer
    // A conflict is legitimate, for example if it is already paid; any other rejection of a valid request is wrong.
    if (outcome === 'failed' && answer.status !== 409)
      run.wrong.push({ invariant: 'no refusal', what: `${answer.status} ${answer.text}` })
    if (outcome === 'failed') return null
  }
  return null
}

export async function submit(run: Run, proc: SimulatedProcess, { key, person, file }: Filing): Promise<Answer> {
  const fields = {
    fullname: person.name,
    email: person.email,
    phone: person.phone,
    type_of_complaint: 'Cruelty',
    location_of_incident: 'Kothrud, Pune',
    date_of_incident: '2025-01-31',
    description: 'A dog is chained in the sun without water.',
  }
  const form = formOf(fields, file)
  const headers = { ...form.headers, 'idempotency-key': key }
  const answer = await run.ask(proc, { method: 'POST', url: complaintCalls.submit.path, headers, payload: form.body })
  const complaintId = (answer.data.complaint_id as number | undefined) ?? null
  const fileSha256 = file && createHash('sha256').update(file).digest('hex')
  run.history.push({ kind: 'submit', key, fields, fileSha256, complaintId, ...seen(answer) })
  return answer
}

/** Opens an order for a complaint's fee. */
export async function initiate(
  run: Run,
  proc: SimulatedProcess,
  complaintId: number,
  person: Person,
  amountPaise: number,
) {
  const body = { complaint_id: complaintId, amount: amountPaise / 100, ...person }
  const answer = await run.ask(proc, post(complaintCalls.initiatePayment.path, body))
  const orderId = (answer.data.order_id as string | undefined) ?? null
  run.history.push({ kind: 'initiate', complaintId, email: person.email, amountPaise, orderId, ...seen(answer) })
  return answer
}

/** Registers for a plan, signed in or not; `token`: of another session. */
export async function register(
  run: Run,
  proc: SimulatedProcess,
  plan: Plan,
  person: Person,
  isSignedIn: boolean,
  token = isSignedIn ? run.world.people.user : null,
): Promise<Answer> {
  const body = { ...person, plan_id: plan.id, address: '8 Tank Street, Chennai', why_join: 'I want to help.' }
  const answer = await run.ask(proc, post(membershipCalls.register.path, body, token))
  run.history.push({
    ...{ kind: 'register', email: person.email, pricePaise: plan.pricePaise, months: plan.months },
    membershipId: (answer.data.membership_id as number | undefined) ?? null,
    orderId: (answer.data.order_id as string | undefined) ?? null,
    ...seen(answer),
  })
  return answer
}

/** Opens the order of a donation, signed in or not. */
export async function donate(
  run: Run,
  proc: SimulatedProcess,
  amountPaise: number,
  person: Person,
  isSignedIn: boolean,
): Promise<Answer> {
  const body = { ...person, amount: amountPaise / 100, purpose: 'Food', address: '8 Tank Street', pan: 'ABCPE1234F' }
  const answer = await run.ask(proc, post(donationCalls.donate.path, body, isSignedIn ? run.world.people.user : null))
  run.history.push({
    ...{ kind: 'donate', email: person.email, amountPaise },
    donationId: (answer.data.donation_id as number | undefined) ?? null,
    orderId: (answer.data.order_id as string | undefined) ?? null,
    ...seen(answer),
  })
  return answer
}

/** A report of the checkout's result, whatever its fields hold. */
export function verifyRequest({ purpose, id }: Subject, checkout: Record<keyof CheckoutReply, unknown>): InjectOptions {
  const { path, field } = VERIFY[purpose]
  return post(path, { ...checkout, [field]: id })
}

const VERIFY: Record<Purpose, { path: string; field: string }> = {
  complaint: { path: complaintCalls.verifyPayment.path, field: 'complaint_id' },
  membership: { path: membershipCalls.verifyPayment.path, field: 'membership_id' },
  donation: { path: donationCalls.verifyPayment.path, field: 'donation_id' },
}

/** Sends the checkout's result to the server. */
export async function verify(
  run: Run,
  proc: SimulatedProcess,
  subject: Subject,
  checkout: CheckoutAnswer,
  isForged = false,
): Promise<Answer> {
  const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = checkout
  const answered = { razorpay_order_id, razorpay_payment_id, razorpay_signature }
  const answer = await run.ask(proc, verifyRequest(subject, answered))
  run.history.push({
    ...{ kind: 'verify', purpose: subject.purpose, subjectId: subject.id, paymentId: razorpay_payment_id, isForged },
    ...seen(answer),
  })
  return answer
}

/** Refunds a payment as an admin. */
export async function refund(run: Run, proc: SimulatedProcess, paymentId: string): Promise<Answer | null> {
  const id = await idOf(run, paymentId)
  if (!id) return null
  const url = paymentCalls.refund.path.replace('{id}', id)
  const answer = await run.ask(proc, post(url, {}, run.world.people.admin))
  run.history.push({ kind: 'refund', paymentId, ...seen(answer) })
  return answer
}

/** Says as an admin that unmatched money is kept for something, or was returned otherwise than by the provider. */
export async function settleOtherwise(
  run: Run,
  proc: SimulatedProcess,
  paymentId: string,
  as: SettledAs,
): Promise<Answer | null> {
  const id = await idOf(run, paymentId)
  if (!id) return null
  const url = paymentCalls.settle.path.replace('{id}', id)
  return run.ask(proc, post(url, { note: 'For the shelter', as }, run.world.people.admin))
}

async function idOf(run: Run, paymentId: string): Promise<string | null> {
  const row = await run.world.db
    .selectFrom('payments')
    .select('id')
    .where('provider_payment_id', '=', paymentId)
    .executeTakeFirst()
  return row ? String(row.id) : null
}

function seen({ status, text }: Answer) {
  return { outcome: outcomeOf(status), reply: text }
}

/** A POST as somebody whose session has this token. */
export function post(url: string, body: object, token: string | null = null): InjectOptions {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return { method: 'POST', url, headers, payload: JSON.stringify(body) }
}

const BOUNDARY = 'petsetu-faults'

function formOf(fields: Record<string, string>, file: Buffer | null) {
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="proof.pdf"\r\ncontent-type: application/pdf\r\n\r\n`
  if (file) parts.push(Buffer.from(head), file, Buffer.from('\r\n'))
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  }
}
