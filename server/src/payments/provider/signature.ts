import { createHmac, timingSafeEqual } from 'node:crypto'

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
  const expected = Buffer.from(createHmac('sha256', secret).update(message).digest('hex'))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
