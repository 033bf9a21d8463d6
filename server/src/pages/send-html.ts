import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PAGE_CSP } from '../http/headers.ts'

// A page is some 10 kB: at this setting it takes well under a millisecond and a third of the bytes remain.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

type Encoding = 'br' | 'gzip' | 'identity'

export type EncodedHtml = Record<Encoding, string | Buffer>

/** A page that does not change, in every encoding, once. */
export function encodeOnce(html: string): EncodedHtml {
  return { br: brotliCompressSync(html), gzip: gzipSync(html), identity: html }
}

/** Sends a page of ours, compressed as the browser takes it. Never kept: the next visit asks again. */
export function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string | EncodedHtml,
  policy = PAGE_CSP,
): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const body = typeof html === 'string' ? encode(html, encoding) : html[encoding]
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('vary', 'accept, accept-encoding')
    .send(body)
}

function encodingFor(accepted = ''): Encoding {
  // `br;q=0` says that it is not taken.
  const takes = (name: string) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted)
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}

function encode(html: string, encoding: Encoding): string | Buffer {
  if (encoding === 'identity') return html
  return encoding === 'br' ? brotliCompressSync(html, BROTLI) : gzipSync(html)
}
