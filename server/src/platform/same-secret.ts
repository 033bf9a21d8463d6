import { timingSafeEqual } from 'node:crypto'

/** Compares in constant time, so that nobody finds a signature by trying its letters one after the other. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
