import { createHash } from 'node:crypto'
import { succeed } from '@petsetu/contract/envelope.ts'
import { paymentCalls } from '@petsetu/contract/payments.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../errors.ts'
import { mounter } from '../http/mount.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { findDeskPayment } from './payment-queries.ts'
import { refundPayment } from './refund-payment.ts'
import { isWebhookSignature } from './signature.ts'
import { keepEvent } from './webhook-inbox.ts'

const EVENT_ID = /^[\w-]{1,64}$/

export function paymentRoutes(app: FastifyInstance, deps: Deps & { payments: PaymentDeps }): void {
  const on = mounter(app, deps)

  on(paymentCalls.refund, async ({ params, person, request }) => {
    await refundPayment(deps.payments, params.id, person.id)
    request.log.info({ event: 'refund', payment: params.id, by: person.id }, 'refund requested')
    const payment = await findDeskPayment(deps.db, params.id)
    if (!payment) throw notFound('Payment not found')
    return succeed(payment)
  })

  on(paymentCalls.webhook, async ({ request }) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const { 'x-razorpay-signature': signature, 'x-razorpay-event-id': sentId } = request.headers
    const { webhookSecret, webhookSecretPrevious } = deps.payments
    const secrets = [webhookSecret, webhookSecretPrevious ?? '']
    if (typeof signature !== 'string' || !secrets.some((secret) => isWebhookSignature(body, signature, secret))) {
      await deps.throttles.forgedWebhooks.count(request.ip)
      throw new Refusal(400, 'Bad signature', { event: 'webhook-forged' })
    }
    // Kept and answered at once; acted on by a job. The provider takes more than five seconds for a failure.
    const eventId =
      typeof sentId === 'string' && EVENT_ID.test(sentId) ? sentId : createHash('sha256').update(body).digest('hex')
    await keepEvent(deps.payments.db, eventId, body)
    return succeed({})
  })
}
