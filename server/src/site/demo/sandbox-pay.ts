import { recordPayment } from '../../payments/ledger/record-payment.ts'
import type { OpenOrder } from '../../payments/orders/open-order.ts'
import type { Provider, ProviderPayment } from '../../payments/provider/gateway.ts'
import type { Services } from '../../services.ts'

/** Pays an order at the sandbox, backdated, and records the payment in the usual way. */
export async function paidAgo(
  { provider, payments }: Services,
  order: OpenOrder,
  outcome: 'captured' | 'authorized' | 'failed',
  paidAt: Date,
): Promise<{ paymentId: number; providerPaymentId: string }> {
  const body = { order_id: order.providerOrderId, outcome }
  const paid = await askSandbox<{ razorpay_payment_id: string }>(provider, 'payments', body)
  const providerPaymentId = paid.razorpay_payment_id
  const payment: ProviderPayment = await payments.gateway.fetchPayment(providerPaymentId)
  const { id } = await recordPayment(payments, order, { ...payment, createdAt: paidAt }, 'verify')
  return { paymentId: id, providerPaymentId }
}

/** Makes something at the sandbox that a visitor's browser would make. */
export async function askSandbox<Made>(
  { apiUrl, keyId, keySecret }: Provider,
  what: 'payments' | 'subscriptions',
  body: object = {},
): Promise<Made> {
  const response = await fetch(`${apiUrl}/control/${what}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Made
}
