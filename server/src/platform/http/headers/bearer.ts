import { hash, timingSafeEqual } from 'node:crypto'

/** True for the header `Authorization` of a program that knows this secret. Compared in constant time. */
export function isBearer(authorization: string | undefined, secret: string): boolean {
  const [given, wanted] = [authorization ?? '', `Bearer ${secret}`].map((text) => hash('sha256', text, 'buffer'))
  return given !== undefined && wanted !== undefined && timingSafeEqual(given, wanted)
}
