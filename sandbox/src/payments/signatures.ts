import { createHmac } from 'node:crypto'

/** Lower-case hex of `orderId|paymentId`, keyed with the API secret. Source: provider's web integration guide. */
export function checkoutSignature(orderId: string, paymentId: string, keySecret: string): string {
  return hmac(`${orderId}|${paymentId}`, keySecret)
}

/** Lower-case hex over the exact bytes of the body, keyed with the webhook secret. Source: provider's webhook guide. */
export function webhookSignature(body: string, webhookSecret: string): string {
  return hmac(body, webhookSecret)
}

function hmac(message: string, secret: string): string {
  return createHmac('sha256', secret).update(message).digest('hex')
}
