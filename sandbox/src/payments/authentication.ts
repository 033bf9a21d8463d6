import { createHash, timingSafeEqual } from 'node:crypto'
import { unauthenticated } from '../errors.ts'
import type { Keys } from './provider.ts'

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
