import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { unauthenticated } from '../errors.ts'
import type { State } from '../state.ts'

export type Keys = { keyId: string; keySecret: string; webhookSecret: string }

/** Everything that the parts of the sandbox share. */
export type Provider = {
  state: State
  keys: Keys
  /** The webhook URL, on loopback; null for none. */
  webhookUrl: URL | null
}

/** HTTP Basic with key id and secret. The word `Basic` must be spelled so. Source: provider's authentication page. */
export function authenticate(header: string | undefined, { keyId, keySecret }: Keys): void {
  if (!header) throw unauthenticated('Please provide your api key for authentication purposes')
  const expected = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  if (!isSame(header, expected)) throw unauthenticated('Authentication failed')
}

/** Compares in constant time, for any lengths. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

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
