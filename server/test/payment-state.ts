import { createHmac } from 'node:crypto'
import { type Complaint, complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { anAdmin } from './factories.ts'
import type { TestApp } from './harness.ts'
import type { PayingApp } from './paying-app.ts'
import { KEYS } from './sandbox.ts'

const admins = new WeakMap<TestApp['pool'], ReturnType<typeof anAdmin>>()

/** An admin of this app; the same one at each call. */
export function theAdmin(app: TestApp): ReturnType<typeof anAdmin> {
  const admin = admins.get(app.pool) ?? anAdmin(app.db)
  admins.set(app.pool, admin)
  return admin
}

/** A complaint as the admin sees it. */
export async function adminView(app: TestApp, complaintId: number): Promise<Complaint> {
  const reply = await app.call(complaintCalls.read, { params: { id: String(complaintId) } }, await theAdmin(app))
  return reply.body.data
}

/** The payment status of a complaint and its payments in one line: 'paid: captured/applied', oldest payment first. */
export async function moneyOf(app: TestApp, complaintId: number): Promise<string> {
  const { payment_status, payments } = await adminView(app, complaintId)
  const states = payments.toSorted((a, b) => a.id - b.id).map((payment) => `${payment.status}/${payment.disposition}`)
  return [`${payment_status}:`, ...states].join(' ')
}

/** The admin's action to check with the provider. */
export async function checkPayment(app: TestApp, complaintId: number) {
  return app.call(complaintCalls.checkPayment, { params: { id: String(complaintId) } }, await theAdmin(app))
}

/** Refunds the payment with this provider id, as an admin. */
export async function refund(app: TestApp, providerPaymentId: string) {
  const { id } = await app.db
    .selectFrom('payments')
    .select('id')
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirstOrThrow()
  return app.call(paymentCalls.refund, { params: { id: String(id) } }, await theAdmin(app))
}

export const refundsAtProvider = async ({ sandbox }: PayingApp, orderId: string) =>
  (await sandbox.ledger(orderId)).refunds

export const hmac = (message: string | Buffer, secret: string) =>
  createHmac('sha256', secret).update(message).digest('hex')

/** Sends the bytes of a webhook event with a valid signature, or with the given one; null sends none. */
export function sendEvent(
  app: Pick<TestApp, 'fetch'>,
  body: string,
  {
    signature = hmac(body, KEYS.webhookSecret),
    eventId,
    type = 'application/json',
  }: { signature?: string | null; eventId?: string; type?: string } = {},
): Promise<Response> {
  return app.fetch(paymentCalls.webhook.path, {
    method: 'POST',
    headers: {
      'content-type': type,
      ...(signature !== null && { 'x-razorpay-signature': signature }),
      ...(eventId && { 'x-razorpay-event-id': eventId }),
    },
    body,
  })
}
