import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { type DonationForm, donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import type { PlanForm } from '@petsetu/contract/supporters/plans.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Mail } from '../../sandbox/src/mail/mail-store.ts'
import { EVERY_MINUTE } from '../src/background-work.ts'
import type { Provider } from '../src/payments/provider/gateway.ts'
import { atEnd } from './at-end.ts'
import { aPlan } from './factories.ts'
import { freePort } from './free-port.ts'
import { type TestApp, testApp, type Waits } from './harness.ts'
import { type CheckoutAnswer, type Sandbox, startSandbox } from './sandbox.ts'
import { type Wire, wireTo } from './wire.ts'

export type PayingApp = TestApp & {
  sandbox: Sandbox
  provider: Provider
  /** The proxy between the server and the provider. */
  wire: Wire
  /** The mails to this address, the newest first. */
  mailsTo: (to: string) => Promise<Mail[]>
}

// The program waits this long for an answer of the provider: on a busy machine longer than in the product.
const LONG_CALL_MS = 30_000

type Options = {
  sendsMail?: boolean
  /** The longest wait for an answer of the provider; with `productWaits` as long as in the product. */
  callMs?: number
} & Waits

/**
 * The server with the sandbox as its payment provider, a separate process. Mails are held unless `sendsMail`. Ends with the
 * test file.
 */
export async function payingApp(
  env: Record<string, string> = {},
  shared?: Parameters<typeof testApp>[1],
  { sendsMail = false, productWaits = false, callMs = LONG_CALL_MS }: Options = {},
): Promise<PayingApp> {
  const port = await freePort()
  const { provider: account, sandbox, smtpUrl } = await startSandbox(`http://127.0.0.1:${port}/api/payments/webhook`)
  const provider = { ...account, ...(!productWaits && { callMs }) }
  const wire = await wireTo(provider.apiUrl)
  const app = await testApp({ PUSH_SERVICES: account.apiUrl, ...env }, shared, {
    provider: { ...provider, apiUrl: wire.url },
    port,
    smtpUrl: sendsMail ? smtpUrl : null,
    productWaits,
  })
  const mailsTo = (to: string): Promise<Mail[]> => sandbox.control('GET', `/mails?to=${encodeURIComponent(to)}`)
  return { ...app, sandbox, provider, wire, mailsTo }
}

export const UNRECONCILED = { RECONCILE_EVERY_SECONDS: '86400' }

/** For tests that compare all rows and take minutes: nothing that runs at intervals writes meanwhile. */
export async function payingAppWithoutClocks(): Promise<PayingApp> {
  const app = await payingApp(UNRECONCILED)
  await holdClocks(app)
  return app
}

/** Keeps the work of every minute from running until the end. */
export async function holdClocks({ direct }: Pick<TestApp, 'direct'>): Promise<void> {
  const client = await direct.connect()
  // A node that does not get the lock of a clock leaves out its round.
  for (const { name } of EVERY_MINUTE) await client.query('select pg_advisory_lock(hashtext($1))', [name])
  atEnd(() => client.release())
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

/** Files a complaint over HTTP, or corrects it with PUT, optionally with a file; returns the response. */
export function submit(
  app: Pick<TestApp, 'fetch'>,
  {
    fields = {},
    file,
    key,
    method = 'POST',
    language = 'en',
    noticeVersion,
  }: {
    fields?: Record<string, string>
    file?: { bytes: Uint8Array; name: string }
    key?: string
    method?: 'POST' | 'PUT'
    language?: Language
    noticeVersion?: string
  } = {},
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...COMPLAINT, ...fields })) form.set(name, value)
  if (file) form.set('file', new Blob([new Uint8Array(file.bytes)]), file.name)
  return app.fetch(complaintCalls.submit.path, {
    method,
    body: form,
    headers: {
      'accept-language': language,
      ...(key && { 'idempotency-key': key }),
      ...(noticeVersion && { 'notice-version': noticeVersion }),
    },
  })
}

/** Files an unpaid complaint; returns its id. */
export async function aComplaint(app: Pick<TestApp, 'fetch'>, fields: Record<string, string> = {}): Promise<number> {
  const response = await submit(app, { fields })
  const { data } = (await response.json()) as { data: { complaint_id: number } }
  return data.complaint_id
}

/** Requests an order for the fee of a complaint, in rupees. */
export function initiate(
  app: Pick<TestApp, 'call'>,
  complaintId: number,
  amount = 100,
  fields: Record<string, string> = {},
) {
  const { fullname: name, email, phone } = { ...COMPLAINT, ...fields }
  return app.call(complaintCalls.initiatePayment, { body: { complaint_id: complaintId, amount, name, email, phone } })
}

/** A complaint with an open order. */
export async function anOrder(
  app: Pick<TestApp, 'call' | 'fetch'>,
  amount = 100,
  fields: Record<string, string> = {},
): Promise<{ complaintId: number; orderId: string }> {
  const complaintId = await aComplaint(app, fields)
  const reply = await initiate(app, complaintId, amount, fields)
  return { complaintId, orderId: reply.body.data.order_id }
}

/** Sends the checkout's reply for a complaint. */
export function verify(app: Pick<TestApp, 'call'>, complaintId: number, checkout: CheckoutAnswer) {
  return app.call(complaintCalls.verifyPayment, { body: { ...checkout, complaint_id: complaintId } })
}

/** A complaint that is paid and verified. */
export async function aPaidComplaint(
  app: Pick<PayingApp, 'call' | 'fetch' | 'sandbox'>,
  amount = 100,
  fields: Record<string, string> = {},
): Promise<{ complaintId: number; orderId: string; checkout: CheckoutAnswer }> {
  const { complaintId, orderId } = await anOrder(app, amount, fields)
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

/** A pending membership of a new plan, for a visitor or the given member. */
export async function aRegistration(
  app: Pick<TestApp, 'call' | 'db'>,
  {
    plan = {},
    as = null,
    email = APPLICANT.email,
  }: { plan?: Partial<PlanForm>; as?: { token: string } | null; email?: string } = {},
): Promise<{ membershipId: number; orderId: string }> {
  const { id } = await aPlan(app.db, plan)
  const reply = await app.call(membershipCalls.register, { body: { ...APPLICANT, email, plan_id: id } }, as)
  return { membershipId: reply.body.data.membership_id, orderId: reply.body.data.order_id ?? '' }
}

export const DONATION: DonationForm = {
  amount: 500,
  purpose: 'Food',
  name: 'Lalita Joshi',
  email: 'lalita@example.org',
  phone: '+91 55500 67890',
  address: '3 Fort Road, Satara',
  pan: 'ABCPE1234F',
}

/** A donation that is not paid yet. */
export async function aDonation(
  app: Pick<TestApp, 'call'>,
  fields: Partial<DonationForm> = {},
  as: { token: string } | null = null,
): Promise<{ donationId: number; orderId: string }> {
  const body = { ...DONATION, ...fields, is_another: true }
  const { donation_id, order_id } = (await app.call(donationCalls.donate, { body }, as)).body.data
  return { donationId: donation_id, orderId: order_id ?? '' }
}

/** A donation that is paid and verified. */
export async function aPaidDonation(
  app: Pick<PayingApp, 'call' | 'sandbox'>,
  fields: Partial<DonationForm> = {},
  as: { token: string } | null = null,
): Promise<{ donationId: number; orderId: string; checkout: CheckoutAnswer; receiptPath: string }> {
  const { donationId, orderId } = await aDonation(app, fields, as)
  const checkout = await app.sandbox.pay(orderId)
  const reply = await app.call(donationCalls.verifyPayment, { body: { ...checkout, donation_id: donationId } })
  return { donationId, orderId, checkout, receiptPath: reply.body.data.receipt_path ?? '' }
}
