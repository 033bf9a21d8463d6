import { hash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { once } from '@petsetu/contract/platform/once.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PAGE_CSP } from '../../platform/http/headers/security-headers.ts'
import { keepAskedLanguage, LANGUAGE_VARY, languageOf } from '../../platform/languages/request-language.ts'

const ENCODINGS = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof ENCODINGS)[number]

/** The bytes of a page in each available encoding. */
export type EncodedHtml = Partial<Record<Encoding, () => Buffer>>

/** A page that never changes; each encoding is compressed on first use. */
export function encodeOnce(html: string): EncodedHtml {
  return {
    br: once(() => brotliCompressSync(html)),
    gzip: once(() => gzipSync(html)),
    identity: once(() => Buffer.from(html)),
  }
}

export type HtmlWithEtag = { html: EncodedHtml; etag: string }

export function withEtag(html: string): HtmlWithEtag {
  // A weak one, since the same page is sent in several encodings.
  return { html: encodeOnce(html), etag: `W/"${hash('sha256', html, 'base64url').slice(0, 22)}"` }
}

/**
 * Sends a page without personal data that is the same for everybody. Browsers may cache it but revalidate it at each visit; if
 * it has not changed, they get a 304.
 */
export function sendHtmlWithEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, etag }: HtmlWithEtag,
): FastifyReply {
  reply.header('etag', etag)
  const isKnown = request.headers['if-none-match']?.split(',').some((known) => known.trim() === etag)
  return sendHtml(request, reply.code(isKnown ? 304 : 200), isKnown ? {} : html, { cacheControl: 'no-cache' })
}

/** Sends a page, written in the language of the request, in an encoding that the browser accepts. By default it must not be cached. */
export function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  html: EncodedHtml,
  { policy = PAGE_CSP, cacheControl = 'no-store' } = {},
): FastifyReply {
  const encoding = ENCODINGS.find((name) => accepts(request, name) && html[name]) ?? 'identity'
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  keepAskedLanguage(request, reply)
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', cacheControl)
    .header('content-language', languageOf(request))
    .header('vary', `accept, accept-encoding, ${LANGUAGE_VARY}`)
    .send(html[encoding]?.())
}

// `br;q=0` means not accepted.
const ACCEPTED = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
}

function accepts(request: FastifyRequest, encoding: Encoding): boolean {
  if (encoding === 'identity') return true
  return ACCEPTED[encoding].test(request.headers['accept-encoding']?.toString() ?? '')
}
