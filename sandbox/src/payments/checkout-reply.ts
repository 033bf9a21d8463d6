import type { Fields } from '../fields.ts'
import { NOBODY, type Payer } from './payment-entity.ts'
import type { Provider } from './provider.ts'
import { checkoutSignature } from './signatures.ts'

/** The reply that checkout's handler gets. A valid signature does not prove a payment: the control call always signs. */
export function checkoutReply(provider: Provider, orderId: string, paymentId: string) {
  return {
    razorpay_payment_id: paymentId,
    razorpay_order_id: orderId,
    razorpay_signature: checkoutSignature(orderId, paymentId, provider.keys.keySecret),
  }
}

export function payerOf({ email, contact, description }: Fields): Payer {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 255) : null)
  return {
    email: text(email) ?? NOBODY.email,
    contact: text(contact) ?? NOBODY.contact,
    description: text(description),
  }
}
