import { recordPayment } from '../../payments/ledger/record-payment.ts'
import type { OpenOrder } from '../../payments/orders/open-order.ts'
import type { ProviderPayment } from '../../payments/provider/gateway.ts'
import type { Services } from '../../services.ts'

/** Pays an order at the sandbox, backdated, and records the payment in the usual way. */
export async function paidAgo(
  { provider, payments }: Services,
  order: OpenOrder,
  outcome: 'captured' | 'authorized' | 'failed',
  paidAt: Date,
): Promise<{ paymentId: number; providerPaymentId: string }> {
  const response = await fetch(`${provider.apiUrl}/control/payments`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${provider.keyId}:${provider.keySecret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ order_id: order.providerOrderId, outcome }),
  })
  const { razorpay_payment_id: providerPaymentId } = (await response.json()) as { razorpay_payment_id: string }
  const payment: ProviderPayment = await payments.gateway.fetchPayment(providerPaymentId)
  const { id } = await recordPayment(payments, order, { ...payment, createdAt: paidAt }, 'verify')
  return { paymentId: id, providerPaymentId }
}
