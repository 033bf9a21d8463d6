import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { once } from '@petsetu/contract/once.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PAGE_CSP } from '../http/headers.ts'
import { joinedFor } from './rooms.ts'

const ENCODINGS = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof ENCODINGS)[number]

export type EncodedHtml = Partial<Record<Encoding, Buffer>>

/** A page that does not change, compressed once, when somebody first takes it so: at the start nobody waits for it. */
export function encodeOnce(html: string): EncodedHtml {
  const identity = Buffer.from(html)
  const gzip = once(() => gzipSync(identity))
  const br = once(() => brotliCompressSync(identity))
  return {
    identity,
    get gzip() {
      return gzip()
    },
    get br() {
      return br()
    },
  }
}

/** The part of a page that is the same for everybody, compressed once; whatever follows is compressed for each reply. */
export type HtmlStart = { plain: Buffer; gzipped: Buffer; crc: number }

const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
// What stands shortly before helps to compress what follows; small buffers, since making them would cost more than the rest.
const REST = { level: 2, windowBits: 14, memLevel: 6, chunkSize: 8_192 }
const SEEN_BYTES = 2_048

export function htmlStart(html: string): HtmlStart {
  const plain = Buffer.from(html)
  const deflated = deflateRawSync(plain, { level: 9, finishFlush: constants.Z_SYNC_FLUSH })
  return { plain, gzipped: Buffer.concat([GZIP_HEAD, deflated]), crc: crc32(plain) }
}

/**
 * Sends a page that begins with `start`, compressed where the browser takes gzip, as all do: deflate's blocks may simply follow one
 * another. What follows the start is compressed by `deflate`; where that gives null, and where there is none, by zlib.
 */
export function sendAfter(
  start: HtmlStart,
  page: Buffer,
  {
    request,
    reply,
    deflate = () => null,
  }: { request: FastifyRequest; reply: FastifyReply; deflate?: () => Buffer | null },
): FastifyReply {
  if (!takes(request, 'gzip')) return sendHtml(request, reply, { identity: joinedFor(reply.raw, [page]) })
  const rest = page.subarray(start.plain.length)
  const deflated = deflate() ?? deflateRawSync(rest, { ...REST, dictionary: start.plain.subarray(-SEEN_BYTES) })
  const tail = Buffer.allocUnsafe(8)
  tail.writeUInt32LE(crc32(rest, start.crc), 0)
  tail.writeUInt32LE(page.length, 4)
  return sendHtml(request, reply, { gzip: joinedFor(reply.raw, [start.gzipped, deflated, tail]) })
}

/** `html` with a tag that changes when it does. */
export type TaggedHtml = { html: EncodedHtml; tag: string }

export function tagged(html: string): TaggedHtml {
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 22)
  // Weak, since the same page comes in several encodings.
  return { html: encodeOnce(html), tag: `W/"${hash}"` }
}

/**
 * Sends a page that is the same for everybody and tells nothing of anybody. Browsers may keep it and ask at each visit whether it still
 * holds; who has it already gets a 304 and no body.
 */
export function sendTaggedHtml(request: FastifyRequest, reply: FastifyReply, { html, tag }: TaggedHtml): FastifyReply {
  reply.header('etag', tag)
  const isKnown = request.headers['if-none-match']?.split(',').some((known) => known.trim() === tag)
  return sendHtml(request, reply.code(isKnown ? 304 : 200), isKnown ? {} : html, { cacheControl: 'no-cache' })
}

/** Sends a page of ours in an encoding that the browser takes. Unless told otherwise it is never kept: the next visit asks again. */
export function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  html: EncodedHtml,
  { policy = PAGE_CSP, cacheControl = 'no-store' } = {},
): FastifyReply {
  const encoding = ENCODINGS.find((name) => takes(request, name) && html[name]) ?? 'identity'
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', cacheControl)
    .header('vary', 'accept, accept-encoding')
    .send(html[encoding])
}

// `br;q=0` says that it is not taken.
const TAKEN = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
}

function takes(request: FastifyRequest, encoding: Encoding): boolean {
  if (encoding === 'identity') return true
  return TAKEN[encoding].test(request.headers['accept-encoding']?.toString() ?? '')
}
