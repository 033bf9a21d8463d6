import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'

// Far longer than the header of any browser.
const HEADER_LENGTH_MAX = 512
const DEVICES = new Set(['mobile', 'tablet', 'desktop', 'tv'])

/**
 * True if a page is opened by a browser on a device, and not by a search engine, by a program that makes the preview of a link,
 * or by a browser ahead of a click. Only the headers of this one request are read, and nothing of them is stored.
 */
export function isPerson({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { 'user-agent': userAgent, 'sec-purpose': purpose = '' } = headers
  if (!userAgent || purpose.includes('prefetch')) return false
  return DEVICES.has(Bowser.parse(userAgent.slice(0, HEADER_LENGTH_MAX)).platform.type ?? '')
}
