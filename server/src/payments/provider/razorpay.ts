import { z } from 'zod'
import type { Circuit } from '../../circuit-breaker.ts'
import {
  type Gateway,
  GatewayError,
  PAYMENTS_A_PAGE,
  type ProviderOrder,
  type ProviderPayment,
  type ProviderRefund,
} from './gateway.ts'
import { type ProviderRequest, providerRequests, type RazorpayAccount } from './provider-request.ts'

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
  status: z.enum(['created', 'authorized', 'captured', 'failed', 'refunded']),
  amount_refunded: z.int().nullish(),
  error_description: z.string().nullish(),
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
    async listPayments({ from, to, skip }) {
      const page = `from=${from}&to=${to}&count=${PAYMENTS_A_PAGE}&skip=${skip}`
      const { items } = await ask('GET', `/payments?${page}`, listOf(Payment))
      return items.map(paymentOf)
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
  }
}

/** Returns the answer if it is about the requested object; otherwise it is invalid, even if it is well-formed. */
function about<T extends object>(asked: Partial<T>, answer: T): T {
  for (const name of Object.keys(asked) as (keyof T)[]) {
    if (answer[name] !== asked[name])
      throw new GatewayError(
        'nonsense',
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
    createdAt: new Date(payment.created_at * 1_000),
  }
}

function refundOf(refund: z.output<typeof Refund>): ProviderRefund {
  return { id: refund.id, paymentId: refund.payment_id, amountPaise: refund.amount, status: refund.status }
}
