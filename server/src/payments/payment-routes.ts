import { hash } from 'node:crypto'
import {
  type AdminPayment,
  paymentCalls,
  paymentDispositions,
  type SettledAs,
} from '@petsetu/contract/payments/payments.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { type Actor, recordAudit } from '../people/audit/record-audit.ts'
import type { Db } from '../platform/db/pool.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { conflict, HttpError, notFound } from '../platform/errors.ts'
import { routeRegistrar } from '../platform/http/routing/route-registrar.ts'
import { recordEvent } from '../platform/record-event.ts'
import { PURPOSE_RULES } from '../purposes.ts'
import { keepYearsOpen } from './books/book-years.ts'
import { askAboutOrder } from './ledger/capture-payment.ts'
import { findAdminPayment, isSubjectPaid, OPEN_REFUNDS } from './ledger/payment-queries.ts'
import { mayNotBeTaken } from './ledger/write-payment.ts'
import { findOrderByProviderId, type Order } from './orders/order-queries.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { isWebhookSignature } from './provider/razorpay.ts'
import { findReceiptPath } from './receipts/receipt-queries.ts'
import { refundPayment } from './refunds/refund-payment.ts'
import { keepEvent } from './webhooks/webhook-inbox.ts'

// HMAC-SHA256 as the provider writes it.
const SIGNATURE = /^[\da-f]{64}$/i
const EVENT_ID = /^[\w-]{1,64}$/

type RouteDeps = Pick<Deps, 'db' | 'findPerson' | 'loadShedding' | 'throttles'> & { payments: PaymentDeps }

export function paymentRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const on = routeRegistrar(app, deps)

  on(paymentCalls.orderState, async ({ body: { order_id }, request }) => {
    const { db } = deps.payments
    const order = await findOrderByProviderId(db, order_id)
    if (!order) throw notFound('payment_not_found')
    if (!(await isSubjectPaid(db, order))) {
      await deps.throttles.orderStateByAddress.count(request.ip)
      await askAboutOrder({ ...deps.payments, log: request.log }, order)
    }
    const isPaid = await isSubjectPaid(db, order)
    return succeed({
      is_paid: isPaid,
      receipt_path:
        isPaid && !(await isPayerWithheld(db, order))
          ? await findReceiptPath(db, order.purpose, order.subjectId)
          : null,
    })
  })

  on(paymentCalls.refund, async ({ params, person, request }) => {
    await refundPayment(deps.payments, params.id, { person, request })
    recordEvent(request.log, { event: 'refund', paymentId: params.id, actorId: person.id })
    return succeed(await readPayment(params.id))
  })

  on(paymentCalls.settle, async ({ params, body, person, request }) => {
    await settleOtherwise(deps.payments, params.id, { by: { person, request }, ...body })
    recordEvent(request.log, { event: 'settled-otherwise', paymentId: params.id, actorId: person.id })
    return succeed(await readPayment(params.id))
  })

  async function readPayment(id: number): Promise<AdminPayment> {
    const payment = await findAdminPayment(deps.db, id)
    if (!payment) throw notFound('payment_not_found')
    return payment
  }

  const receiveEvent = async ({ request }: { request: FastifyRequest }) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const { 'x-razorpay-event-id': sentId } = request.headers
    const { webhookSecret, webhookSecretPrevious } = deps.payments
    const secrets = [webhookSecret, webhookSecretPrevious ?? '']
    if (!secrets.some((secret) => isWebhookSignature(body, signatureOf(request), secret))) await rejectForged(request)
    // Stored and answered at once, and processed by a job: the provider counts a reply after five seconds as a failed
    // delivery.
    const eventId = typeof sentId === 'string' && EVENT_ID.test(sentId) ? sentId : hash('sha256', body, 'hex')
    await keepEvent(deps.payments.db, eventId, body)
    return succeed({})
  }
  on(paymentCalls.webhook, receiveEvent, {
    async checkHead(request) {
      if (!SIGNATURE.test(signatureOf(request))) await rejectForged(request)
    },
  })

  async function rejectForged({ ip }: FastifyRequest): Promise<never> {
    await deps.throttles.forgedWebhooks.count(ip)
    throw new HttpError(400, 'bad_signature', { event: 'webhook-forged' })
  }
}

function signatureOf({ headers }: FastifyRequest): string {
  const { 'x-razorpay-signature': signature = '' } = headers
  return String(signature)
}

/** Admins read the ids of orders, too: no order leads to a receipt with a name that is shown only after a reason. */
async function isPayerWithheld(db: Db, { purpose, subjectId }: Order): Promise<boolean> {
  const { table, privacy } = PURPOSE_RULES[purpose]
  const { rows } = await sql`select from ${sql.table(table)} where id = ${subjectId} and ${privacy.isWithheld}`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Records how an admin settled unmatched money, or a failed refund, outside the provider. It is no longer listed as
 * open, does not go back by itself, and is in the books by movement as kept or returned; the payment's status at the
 * provider does not change. Money from abroad that may not be taken cannot be kept.
 */
async function settleOtherwise(
  { db, foundation }: Pick<PaymentDeps, 'db' | 'foundation'>,
  paymentId: number,
  { by, note, as }: { by: Actor; note: string; as: SettledAs },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const payment = await transaction
      .selectFrom('payments')
      .select(['status', 'disposition', 'refunded_paise', 'settled_at', 'refund_failed_at', 'international'])
      .where('id', '=', paymentId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('payment_not_found'))
    const { status, disposition, refunded_paise } = payment
    if (payment.settled_at) throw conflict('settled_already')
    const isUnmatched = status === 'captured' && paymentDispositions[disposition].isUnmatched
    if (!isUnmatched && !payment.refund_failed_at) throw conflict('not_unmatched')
    if (await isRefundUnderWay(transaction, paymentId)) throw conflict('refund_under_way')
    const isForbidden = mayNotBeTaken({ foundation }, { isInternational: payment.international })
    if (as === 'kept' && isForbidden) throw conflict('foreign_money_kept')
    await transaction
      .updateTable('payments')
      .set({ settled_at: sql`now()`, settled_by: by.person.id, settled_note: note, settled_as: as })
      .where('id', '=', paymentId)
      .execute()
    await keepYearsOpen(transaction)
    await transaction
      .insertInto('payment_journal')
      .values({
        payment_id: paymentId,
        source: 'settled',
        status_before: status,
        status_after: status,
        disposition_before: disposition,
        disposition_after: disposition,
        refunded_paise_before: refunded_paise,
        refunded_paise_after: refunded_paise,
      })
      .execute()
    const object = { kind: 'payment', id: paymentId } as const
    await recordAudit(transaction, by, { action: 'payment-settled', object, reason: note, after: { as } })
  })
}

async function isRefundUnderWay(transaction: Db, paymentId: number): Promise<boolean> {
  const open = await transaction
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', 'in', OPEN_REFUNDS)
    .executeTakeFirst()
  return open !== undefined
}
