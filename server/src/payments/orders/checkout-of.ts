import type { CheckoutData } from '@petsetu/contract/payments/payments.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { OpenOrder } from './open-order.ts'

/** The options with which a browser opens the provider's checkout for this order. The amount is in paise. */
export function checkoutOf(
  order: OpenOrder,
  { keyId, foundation }: Pick<PaymentDeps, 'keyId' | 'foundation'>,
  description: string,
): { order_id: string; checkout_data: CheckoutData } {
  return {
    order_id: order.providerOrderId,
    checkout_data: {
      key: keyId,
      amount: order.amountPaise,
      currency: 'INR',
      name: foundation().foundationName,
      description,
    },
  }
}
