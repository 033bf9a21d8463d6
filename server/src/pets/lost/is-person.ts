import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'

// Far longer than the header of any browser.
const HEADER_LENGTH_MAX = 512
// The program for the command line, and programs that make the preview of a link. Bowser knows search engines.
const PROGRAM = /bot\b|crawl|spider|preview|externalhit|whatsapp|curl|wget/i

/**
 * True unless a page is opened by a search engine, by a program that makes the preview of a link, or by a browser ahead of a click. A browser
 * that nobody knows may be a finder's. Only the headers of this one request are read, and nothing of them is stored.
 */
export function isPerson({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { 'user-agent': userAgent, 'sec-purpose': purpose = '' } = headers
  if (!userAgent || purpose.includes('prefetch')) return false
  const start = userAgent.slice(0, HEADER_LENGTH_MAX)
  return !PROGRAM.test(start) && Bowser.parse(start).platform.type !== 'bot'
}
