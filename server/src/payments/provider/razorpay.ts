import { createHmac } from 'node:crypto'
import { PaymentStatus } from '@petsetu/contract/payments/payments.ts'
import { z } from 'zod'
import type { Circuit } from '../../platform/circuit-breaker.ts'
import { isSameSecret } from '../../platform/same-secret.ts'
import {
  type Gateway,
  GatewayError,
  PAYMENTS_A_PAGE,
  type PaymentPage,
  type Provider,
  type ProviderOrder,
  type ProviderPayment,
  type ProviderRefund,
} from './gateway.ts'

const Order = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  receipt: z.string().nullish(),
  status: z.string(),
})

const Payment = z.object({
  id: z.string(),
  order_id: z.string().nullish(),
  amount: z.int(),
  currency: z.string(),
  // No `captured` flag: the provider's own examples contradict themselves there.
  status: PaymentStatus,
  amount_refunded: z.int().nullish(),
  error_description: z.string().nullish(),
  international: z.boolean().nullish(),
  created_at: z.int(),
})

const Refund = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.int(),
  status: z.enum(['pending', 'processed', 'failed']),
})

const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) })

/**
 * The provider's API over fetch. The official client is not used: it has a fixed host, breaks when there is no answer, and
 * cannot send the header that makes a refund idempotent.
 * Source: the provider's API reference, orders to refunds.
 */
export function razorpay(account: RazorpayAccount, circuit: Circuit, stopping?: AbortSignal): Gateway {
  const send = providerRequests(account, stopping)
  const ask: ProviderRequest = (...request) => circuit(() => send(...request))

  return {
    async createOrder({ amountPaise, receipt, notes }) {
      const body = { amount: amountPaise, currency: 'INR', receipt, notes }
      return orderOf(about({ receipt }, await ask('POST', '/orders', Order, body)))
    },
    async findOrderByReceipt(receipt) {
      const { items } = await ask('GET', `/orders?receipt=${encodeURIComponent(receipt)}`, listOf(Order))
      const [order] = items.map((item) => about({ receipt }, item))
      return order ? orderOf(order) : null
    },
    async fetchOrder(orderId) {
      return orderOf(about({ id: orderId }, await ask('GET', `/orders/${encodeURIComponent(orderId)}`, Order)))
    },
    async fetchOrderPayments(orderId) {
      const { items } = await ask('GET', `/orders/${encodeURIComponent(orderId)}/payments`, listOf(Payment))
      return items.map((item) => paymentOf(about({ order_id: orderId }, item)))
    },
    async fetchPayment(paymentId) {
      const path = `/payments/${encodeURIComponent(paymentId)}`
      return paymentOf(about({ id: paymentId }, await ask('GET', path, Payment)))
    },
    async listPayments(page) {
      const { items } = await ask('GET', `/payments?${queryOf(page)}`, listOf(Payment))
      return items.map(paymentOf)
    },
    async listRefunds(page) {
      const { items } = await ask('GET', `/refunds?${queryOf(page)}`, listOf(Refund))
      return items.map(refundOf)
    },
    async capture(paymentId, amountPaise) {
      const body = { amount: amountPaise, currency: 'INR' }
      const path = `/payments/${encodeURIComponent(paymentId)}/capture`
      return paymentOf(about({ id: paymentId }, await ask('POST', path, Payment, body)))
    },
    async refund(paymentId, amountPaise, idempotencyKey) {
      const headers = { 'x-refund-idempotency': idempotencyKey }
      const path = `/payments/${encodeURIComponent(paymentId)}/refund`
      const refund = await ask('POST', path, Refund, { amount: amountPaise }, headers)
      return refundOf(about({ payment_id: paymentId }, refund))
    },
    async fetchRefund(refundId) {
      return refundOf(about({ id: refundId }, await ask('GET', `/refunds/${encodeURIComponent(refundId)}`, Refund)))
    },
    async fetchRefundsOf(paymentId) {
      const { items } = await ask('GET', `/payments/${encodeURIComponent(paymentId)}/refunds`, listOf(Refund))
      return items.map((item) => refundOf(about({ payment_id: paymentId }, item)))
    },
  }
}

const queryOf = ({ from, to, skip }: PaymentPage) => `from=${from}&to=${to}&count=${PAYMENTS_A_PAGE}&skip=${skip}`

/** Returns the answer if it is about the requested object; otherwise it is invalid, even if it is well-formed. */
function about<T extends object>(asked: Partial<T>, answer: T): T {
  for (const name of Object.keys(asked) as (keyof T)[]) {
    if (answer[name] !== asked[name])
      throw new GatewayError(
        'unreadable',
        `The payment provider's answer is about another ${String(name)} than was asked`,
      )
  }
  return answer
}

function orderOf(order: z.output<typeof Order>): ProviderOrder {
  return {
    id: order.id,
    amountPaise: order.amount,
    currency: order.currency,
    receipt: order.receipt ?? null,
    status: order.status,
  }
}

function paymentOf(payment: z.output<typeof Payment>): ProviderPayment {
  return {
    id: payment.id,
    orderId: payment.order_id ?? null,
    amountPaise: payment.amount,
    currency: payment.currency,
    status: payment.status,
    refundedPaise: payment.amount_refunded ?? 0,
    errorDescription: payment.error_description ?? null,
    isInternational: payment.international ?? null,
    createdAt: new Date(payment.created_at * 1_000),
  }
}

function refundOf(refund: z.output<typeof Refund>): ProviderRefund {
  return { id: refund.id, paymentId: refund.payment_id, amountPaise: refund.amount, status: refund.status }
}

type RazorpayAccount = Pick<Provider, 'apiUrl' | 'keyId' | 'keySecret' | 'callMs'>

// Three calls in a row, and the rest of a request, fit into the ten seconds that a visitor waits at most.
const CALL_MS = 3_000

// Statuses that leave the outcome unknown, so the call is retried later: invalid keys, time-out, the same refund still in
// progress, too many requests.
const LATER = new Set([401, 403, 408, 409, 429])

type ProviderRequest = <T>(
  method: 'GET' | 'POST',
  path: string,
  schema: z.ZodType<T>,
  body?: object,
  headers?: Record<string, string>,
) => Promise<T>

/** Requests with the keys of this account. Once `stopping` aborts, answers are no longer awaited. */
function providerRequests(
  { apiUrl, keyId, keySecret, callMs = CALL_MS }: RazorpayAccount,
  stopping: AbortSignal | undefined,
): ProviderRequest {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

  return async (method, path, schema, body, headers) => {
    const what = `${method} ${path.split('?')[0]}`
    const { status, text } = await fetch(`${apiUrl}/v1${path}`, {
      method,
      headers: {
        authorization,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      // Never send credentials to another host than the configured one.
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(callMs), ...(stopping ? [stopping] : [])]),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((cause) => {
        throw new GatewayError('unreachable', `${what}: no answer from the payment provider`, cause)
      })
    if (status >= 500 || LATER.has(status))
      throw new GatewayError('unreachable', `${what}: the payment provider answered ${status}`)
    const json = parse(text)
    if (status < 200 || status >= 300)
      throw new GatewayError(json ? 'refused' : 'unreadable', `${what}: ${status} ${descriptionOf(json)}`)
    const answer = schema.safeParse(json)
    if (answer.success) return answer.data
    throw new GatewayError('unreadable', `${what}: the payment provider's answer could not be read`, answer.error)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function descriptionOf(json: unknown): string {
  const { error } = (json ?? {}) as { error?: { description?: unknown } }
  return typeof error?.description === 'string' ? error.description : ''
}

/**
 * True when the checkout's answer was signed by the payment provider. `signature` is lower-case hex, HMAC-SHA256 of
 * `orderId|paymentId` keyed with the API secret; `orderId` must be the one that we stored, not the one that was sent.
 * Source: the provider's web integration guide, "verify payment signature".
 */
export function isCheckoutSignature(orderId: string, paymentId: string, signature: string, secret: string): boolean {
  return isSignature(`${orderId}|${paymentId}`, signature, secret)
}

/**
 * True when the payment provider signed the event: HMAC-SHA256 of the raw bytes, keyed with the webhook secret.
 * Source: the provider's webhook guide, "validate".
 */
export function isWebhookSignature(body: Buffer, signature: string, secret: string): boolean {
  return isSignature(body, signature, secret)
}

function isSignature(message: string | Buffer, signature: string, secret: string): boolean {
  // With an empty secret anybody could sign.
  if (secret === '') return false
  return isSameSecret(signature, createHmac('sha256', secret).update(message).digest('hex'))
}
