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
import { hasCorrectedEmail } from '../people/users/stored-corrections.ts'
import type { Db } from '../platform/db/pool.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { conflict, HttpError, notFound } from '../platform/errors.ts'
import { routeRegistrar } from '../platform/http/routing/route-registrar.ts'
import { recordAct } from '../platform/record-event.ts'
import { PURPOSE_RULES } from '../purposes.ts'
import { askAboutOrder } from './ledger/capture-payment.ts'
import { findAdminPayment, IS_RETURN_REFUSED, isSubjectPaid, OPEN_REFUNDS } from './ledger/payment-queries.ts'
import { lockOrders, recordPayment } from './ledger/record-payment.ts'
import { mayNotBeTaken, writeJournal } from './ledger/write-payment.ts'
import { findOrderByProviderId, type Order, readOrder } from './orders/order-queries.ts'
import type { PaymentDeps } from './payment-deps.ts'
import type { ProviderPayment } from './provider/gateway.ts'
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
        isPaid && (await mayKnowPayer(db, order)) ? await findReceiptPath(db, order.purpose, order.subjectId) : null,
    })
  })

  on(paymentCalls.refund, async ({ params, by }) => {
    await refundPayment(deps.payments, params.id, by)
    recordAct(by, { event: 'refund', paymentId: params.id })
    return succeed(await readPayment(params.id))
  })

  on(paymentCalls.settle, async ({ params, body, by }) => {
    await settleOtherwise(deps.payments, params.id, { by, ...body })
    recordAct(by, { event: 'settled-otherwise', paymentId: params.id })
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

/**
 * False where an order must not lead to the receipt, which names the payer. Admins read the ids of orders, too, and some names are shown only
 * after a reason. A link that was mailed to a wrong address opens the same order as the one that the payer has by now.
 */
async function mayKnowPayer(db: Db, { purpose, subjectId }: Order): Promise<boolean> {
  const { table, privacy } = PURPOSE_RULES[purpose]
  const { rows } = await sql`select from ${sql.table(table)} where id = ${subjectId} and ${privacy.isWithheld}`.execute(
    db,
  )
  return rows.length === 0 && !(await hasCorrectedEmail(db, purpose, subjectId))
}

/**
 * Records how an admin settled unmatched money, or a failed refund, outside the provider. It is no longer listed as
 * open, does not go back by itself, and is in the books by movement as kept or returned; the payment's status at the
 * provider does not change. Money from abroad that may not be taken cannot be kept. What was due, and was returned
 * otherwise because its refund had failed before it counted, counts as refunded from now on.
 */
async function settleOtherwise(
  deps: PaymentDeps,
  paymentId: number,
  { by, note, as }: { by: Actor; note: string; as: SettledAs },
): Promise<void> {
  await inTransaction(deps.db, async (transaction) => {
    const order = await lockOrderOf(transaction, paymentId)
    const payment = await transaction
      .selectFrom('payments')
      .select(['status', 'disposition', 'refunded_paise', 'settled_at', 'refund_failed_at', 'international'])
      .select(['provider_payment_id', 'amount_paise', 'currency', 'created_at', IS_RETURN_REFUSED.as('isRefused')])
      .where('id', '=', paymentId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('payment_not_found'))
    const { status, disposition, refunded_paise } = payment
    if (payment.settled_at) throw conflict('settled_already')
    const isUnmatched = status === 'captured' && paymentDispositions[disposition].isUnmatched
    if (!isUnmatched && !payment.refund_failed_at && !payment.isRefused) throw conflict('not_unmatched')
    if (await isRefundUnderWay(transaction, paymentId)) throw conflict('refund_under_way')
    const isForbidden = mayNotBeTaken(deps, { isInternational: payment.international })
    if (as === 'kept' && isForbidden) throw conflict('foreign_money_kept')
    await transaction
      .updateTable('payments')
      .set({ settled_at: sql`now()`, settled_by: by.person.id, settled_note: note, settled_as: as })
      .where('id', '=', paymentId)
      .execute()
    if (order && as === 'returned' && disposition === 'applied' && payment.isRefused) {
      await recordPayment({ ...deps, db: transaction }, order, asReturned(order, payment), 'settled')
    } else {
      const state = { status, disposition, refundedPaise: refunded_paise }
      const known = { ...state, id: paymentId, isSettledOtherwise: false }
      await writeJournal(transaction, paymentId, 'settled', known, state)
    }
    const details = { reason: note, after: { as } }
    await recordAudit(transaction, by, 'payment-settled', { kind: 'payment', id: paymentId }, details)
  })
}

/** Locks what recording a payment locks, in the same order; null for a payment without an order of ours. */
async function lockOrderOf(transaction: Db, paymentId: number): Promise<Order | null> {
  const payment = await transaction
    .selectFrom('payments')
    .select('order_id')
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (!payment?.order_id) return null
  const order = await readOrder(transaction, payment.order_id)
  await lockOrders(transaction, order)
  return order
}

type Returned = {
  provider_payment_id: string
  amount_paise: number
  currency: string
  international: boolean | null
  created_at: Date
}

function asReturned({ providerOrderId }: Order, payment: Returned): ProviderPayment {
  return {
    id: payment.provider_payment_id,
    orderId: providerOrderId,
    amountPaise: payment.amount_paise,
    currency: payment.currency,
    status: 'refunded',
    refundedPaise: payment.amount_paise,
    errorDescription: null,
    isInternational: payment.international,
    createdAt: payment.created_at,
  }
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
