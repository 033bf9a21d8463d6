import { createHash } from 'node:crypto'
import { succeed } from '@petsetu/contract/envelope.ts'
import { type AdminPayment, paymentCalls } from '@petsetu/contract/payments.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { HttpError, notFound } from '../errors.ts'
import { mounter } from '../http/routing/mount.ts'
import { recordEvent } from '../record-event.ts'
import { findAdminPayment } from './ledger/payment-queries.ts'
import { settleOtherwise } from './ledger/settle-otherwise.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { isWebhookSignature } from './provider/signature.ts'
import { refundPayment } from './refunds/refund-payment.ts'
import { keepEvent } from './webhooks/webhook-inbox.ts'

const EVENT_ID = /^[\w-]{1,64}$/

type RouteDeps = Pick<Deps, 'db' | 'findPerson' | 'loadShedding' | 'throttles'> & { payments: PaymentDeps }

export function paymentRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const on = mounter(app, deps)

  on(paymentCalls.refund, async ({ params, person, request }) => {
    await refundPayment(deps.payments, params.id, { person, request })
    recordEvent(request.log, { event: 'refund', paymentId: params.id, actorId: person.id })
    return succeed(await readPayment(params.id))
  })

  on(paymentCalls.settle, async ({ params, body, person, request }) => {
    await settleOtherwise(deps.payments.db, params.id, { by: { person, request }, note: body.note })
    recordEvent(request.log, { event: 'settled-otherwise', paymentId: params.id, actorId: person.id })
    return succeed(await readPayment(params.id))
  })

  async function readPayment(id: number): Promise<AdminPayment> {
    const payment = await findAdminPayment(deps.db, id)
    if (!payment) throw notFound('payment_not_found')
    return payment
  }

  on(paymentCalls.webhook, async ({ request }) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const { 'x-razorpay-signature': signature, 'x-razorpay-event-id': sentId } = request.headers
    const { webhookSecret, webhookSecretPrevious } = deps.payments
    const secrets = [webhookSecret, webhookSecretPrevious ?? '']
    if (typeof signature !== 'string' || !secrets.some((secret) => isWebhookSignature(body, signature, secret))) {
      await deps.throttles.forgedWebhooks.count(request.ip)
      throw new HttpError(400, 'bad_signature', { event: 'webhook-forged' })
    }
    // Stored and answered at once, and processed by a job: the provider counts a reply after five seconds as a failed
    // delivery.
    const eventId =
      typeof sentId === 'string' && EVENT_ID.test(sentId) ? sentId : createHash('sha256').update(body).digest('hex')
    await keepEvent(deps.payments.db, eventId, body)
    return succeed({})
  })
}
