import { createHmac, randomBytes } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { sourceOf } from '../http/limits/source-of.ts'

type Key = Pick<Deps, 'secretKey'>

export const newSeed = () => randomBytes(16)

/**
 * The token of a finder's link: 256 bits. It is made from the seed, so that the same link can be answered again though the
 * database stores only its hash.
 */
export function tokenOf({ secretKey }: Key, seed: Buffer): string {
  return createHmac('sha256', secretKey).update('finder’s link').update(seed).digest('base64url')
}

/** Tells the networks of finders apart without storing an address. */
export function networkKey({ secretKey }: Key, ip: string): Buffer {
  return createHmac('sha256', secretKey).update('finder’s network').update(sourceOf(ip)).digest()
}
