import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { complaintCalls } from '@petsetu/contract/complaints.ts'
import { membershipCalls } from '@petsetu/contract/memberships.ts'
import type { PlanForm } from '@petsetu/contract/plans.ts'
import { afterAll } from 'vitest'
import type { Provider } from '../src/payments/provider.ts'
import { aPlan } from './factories.ts'
import { type TestApp, testApp } from './harness.ts'

/** What the checkout answers to the browser. */
type CheckoutAnswer = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string }

export type PaymentOutcome = 'captured' | 'authorized' | 'failed' | 'silent'

export type Sandbox = {
  /** Pays an order as a visitor would in the checkout. */
  pay: (orderId: string, outcome?: PaymentOutcome) => Promise<CheckoutAnswer>
  /** A control call of the sandbox; see its README. */
  control: <T = unknown>(method: string, target: string, body?: object) => Promise<T>
}

export type PayingApp = TestApp & { sandbox: Sandbox; provider: Provider }

const PROGRAM = path.join(import.meta.dirname, '../../sandbox/src/main.ts')

/** The server with a payment provider behind it: the sandbox, as the separate program that it is. Ends with the test file. */
export async function payingApp(env: Record<string, string> = {}): Promise<PayingApp> {
  const port = await freePort()
  const { provider, sandbox } = await startSandbox(`http://127.0.0.1:${port}/api/payments/webhook`)
  const app = await testApp(env, undefined, { provider, port })
  return { ...app, sandbox, provider }
}

async function startSandbox(webhookUrl: string): Promise<{ provider: Provider; sandbox: Sandbox }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-sandbox-'))
  const keys = {
    keyId: 'rzp_test_Example0000001',
    keySecret: 'example_secret_0001',
    webhookSecret: 'example_whsec_0001',
  }
  const child = fork(PROGRAM, [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {
      SANDBOX_PORT: '0',
      SANDBOX_FOLDER: folder,
      SANDBOX_WEBHOOK_URL: webhookUrl,
      RAZORPAY_KEY_ID: keys.keyId,
      RAZORPAY_KEY_SECRET: keys.keySecret,
      RAZORPAY_WEBHOOK_SECRET: keys.webhookSecret,
    },
  })
  afterAll(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  })
  const [message] = (await once(child, 'message')) as [{ port: number }]
  const apiUrl = `http://127.0.0.1:${message.port}`
  const authorization = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`

  async function control<T>(method: string, target: string, body?: object): Promise<T> {
    const response = await fetch(`${apiUrl}/control${target}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`The sandbox answered ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  return {
    provider: { ...keys, apiUrl, checkoutUrl: `${apiUrl}/v1/checkout.js` },
    sandbox: {
      control,
      async pay(orderId, outcome = 'captured') {
        const answer = await control<CheckoutAnswer>('POST', '/payments', { order_id: orderId, outcome })
        const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = answer
        return { razorpay_payment_id, razorpay_order_id, razorpay_signature }
      },
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('No free port')
  return address.port
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
  app: TestApp,
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
export async function aComplaint(app: TestApp, fields: Record<string, string> = {}): Promise<number> {
  const response = await submit(app, { fields })
  const { data } = (await response.json()) as { data: { complaint_id: number } }
  return data.complaint_id
}

/** A complaint with an order that waits to be paid. */
export async function anOrder(app: TestApp, amount = 100): Promise<{ complaintId: number; orderId: string }> {
  const complaintId = await aComplaint(app)
  const { fullname: name, email, phone } = COMPLAINT
  const body = { complaint_id: complaintId, amount, name, email, phone }
  const reply = await app.call(complaintCalls.initiatePayment, { body })
  return { complaintId, orderId: reply.body.data.order_id }
}

/** A complaint that is paid and verified. */
export async function aPaidComplaint(
  app: PayingApp,
  amount = 100,
): Promise<{ complaintId: number; checkout: CheckoutAnswer }> {
  const { complaintId, orderId } = await anOrder(app, amount)
  const checkout = await app.sandbox.pay(orderId)
  await app.call(complaintCalls.verifyPayment, { body: { ...checkout, complaint_id: complaintId } })
  return { complaintId, checkout }
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
  app: TestApp,
  { plan = {}, as = null }: { plan?: Partial<PlanForm>; as?: { token: string } | null } = {},
): Promise<{ membershipId: number; orderId: string }> {
  const { id } = await aPlan(app.db, plan)
  const reply = await app.call(membershipCalls.register, { body: { ...APPLICANT, plan_id: id } }, as)
  return { membershipId: reply.body.data.membership_id, orderId: reply.body.data.order_id ?? '' }
}
