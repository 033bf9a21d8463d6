import { complaintCalls } from '@petsetu/contract/complaints.ts'
import { membershipCalls } from '@petsetu/contract/memberships.ts'
import type { PlanForm } from '@petsetu/contract/plans.ts'
import type { Provider } from '../src/payments/provider.ts'
import { aPlan } from './factories.ts'
import { freePort } from './free-port.ts'
import { type TestApp, testApp } from './harness.ts'
import { type CheckoutAnswer, type Sandbox, startSandbox } from './sandbox.ts'
import { type Wire, wireTo } from './wire.ts'

export type PayingApp = TestApp & {
  sandbox: Sandbox
  provider: Provider
  /** What lies between the server and the provider. */
  wire: Wire
}

/** The server with a payment provider behind it: the sandbox, as the separate program that it is. Ends with the test file. */
export async function payingApp(
  env: Record<string, string> = {},
  shared?: Parameters<typeof testApp>[1],
): Promise<PayingApp> {
  const port = await freePort()
  const { provider, sandbox } = await startSandbox(`http://127.0.0.1:${port}/api/payments/webhook`)
  const wire = await wireTo(provider.apiUrl)
  const app = await testApp(env, shared, { provider: { ...provider, apiUrl: wire.url }, port })
  return { ...app, sandbox, provider, wire }
}

export const COMPLAINT = {
  fullname: 'Kavita Rao',
  email: 'kavita@example.org',
  phone: '+91 55500 12345',
  type_of_complaint: 'Cruelty',
  location_of_incident: 'Kothrud, Pune',
  date_of_incident: '2026-01-31',
  description: 'A dog is chained in the sun without water.',
}

/** Files a complaint over HTTP, with a file where one is given, and answers the response. */
export function submit(
  app: Pick<TestApp, 'fetch'>,
  {
    fields = {},
    file,
    key,
  }: { fields?: Record<string, string>; file?: { bytes: Uint8Array; name: string }; key?: string } = {},
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...COMPLAINT, ...fields })) form.set(name, value)
  if (file) form.set('file', new Blob([new Uint8Array(file.bytes)]), file.name)
  return app.fetch(complaintCalls.submit.path, {
    method: 'POST',
    body: form,
    ...(key && { headers: { 'idempotency-key': key } }),
  })
}

/** A complaint that is filed and not paid; its number. */
export async function aComplaint(app: Pick<TestApp, 'fetch'>, fields: Record<string, string> = {}): Promise<number> {
  const response = await submit(app, { fields })
  const { data } = (await response.json()) as { data: { complaint_id: number } }
  return data.complaint_id
}

/** Asks for an order for the fee of a complaint, in rupees. */
export function initiate(app: Pick<TestApp, 'call'>, complaintId: number, amount = 100) {
  const { fullname: name, email, phone } = COMPLAINT
  return app.call(complaintCalls.initiatePayment, { body: { complaint_id: complaintId, amount, name, email, phone } })
}

/** A complaint with an order that waits to be paid. */
export async function anOrder(
  app: Pick<TestApp, 'call' | 'fetch'>,
  amount = 100,
): Promise<{ complaintId: number; orderId: string }> {
  const complaintId = await aComplaint(app)
  const reply = await initiate(app, complaintId, amount)
  return { complaintId, orderId: reply.body.data.order_id }
}

/** Reports the checkout's answer for a complaint. */
export function verify(app: Pick<TestApp, 'call'>, complaintId: number, checkout: CheckoutAnswer) {
  return app.call(complaintCalls.verifyPayment, { body: { ...checkout, complaint_id: complaintId } })
}

/** A complaint that is paid and verified. */
export async function aPaidComplaint(
  app: Pick<PayingApp, 'call' | 'fetch' | 'sandbox'>,
  amount = 100,
): Promise<{ complaintId: number; orderId: string; checkout: CheckoutAnswer }> {
  const { complaintId, orderId } = await anOrder(app, amount)
  const checkout = await app.sandbox.pay(orderId)
  await verify(app, complaintId, checkout)
  return { complaintId, orderId, checkout }
}

export const APPLICANT = {
  name: 'Arjun Mehta',
  email: 'arjun@example.org',
  phone: '+91 55500 54321',
  address: '8 Tank Street, Chennai',
  why_join: 'I want to help.',
}

/** A membership of a plan of its own that waits to be paid, for a visitor or for whoever is given. */
export async function aRegistration(
  app: Pick<TestApp, 'call' | 'db'>,
  { plan = {}, as = null }: { plan?: Partial<PlanForm>; as?: { token: string } | null } = {},
): Promise<{ membershipId: number; orderId: string }> {
  const { id } = await aPlan(app.db, plan)
  const reply = await app.call(membershipCalls.register, { body: { ...APPLICANT, plan_id: id } }, as)
  return { membershipId: reply.body.data.membership_id, orderId: reply.body.data.order_id ?? '' }
}
