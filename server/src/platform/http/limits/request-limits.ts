import { IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify'
import { badRequest, HttpError } from '../../errors.ts'
import { bareHeaders } from '../headers/security-headers.ts'
import { errorBody, replyWithError } from '../routing/error-reply.ts'

const KIB = 1024
// Enough to read the answer.
const HANG_UP_MS = 1_000

const BLOCK_BYTES = 16 * KIB
const BLOCK_WAIT_MS = 100

/**
 * A request whose body is passed on in blocks: each chunk that waits in memory takes 400 bytes beside its own, so that
 * a few bodies in chunks of one byte would need more memory than the program may have. A smaller rest waits a tenth of
 * a second for what follows. Emits `arrived` with the size of each chunk, whether or not anybody reads it yet.
 */
export class RequestInBlocks extends IncomingMessage {
  #block: Buffer | null = null
  #filled = 0
  #timer: NodeJS.Timeout | undefined

  /** Node calls this with each chunk of the body, and with null at its end. False asks it to wait. */
  override push(chunk: Buffer | null): boolean {
    if (chunk) this.emit('arrived', chunk.length)
    const mayReadOn = chunk && this.#filled + chunk.length <= BLOCK_BYTES ? true : this.#passOn()
    if (chunk === null || chunk.length >= BLOCK_BYTES) return super.push(chunk)
    this.#add(chunk)
    return mayReadOn
  }

  // Most bodies are one small chunk, which is not copied.
  #add(chunk: Buffer): void {
    if (this.#block === null) this.#block = chunk
    else {
      if (this.#block.length < BLOCK_BYTES) this.#block = Buffer.concat([this.#block], BLOCK_BYTES)
      chunk.copy(this.#block, this.#filled)
    }
    this.#filled += chunk.length
    this.#timer ??= setTimeout(() => this.#passOn(), BLOCK_WAIT_MS)
  }

  #passOn(): boolean {
    if (this.#block === null) return true
    const block = this.#block.subarray(0, this.#filled)
    this.#block = null
    this.#filled = 0
    clearTimeout(this.#timer)
    this.#timer = undefined
    return super.push(block)
  }
}

export const HTTP_LIMITS = {
  bodyLimit: 64 * KIB,
  // Closes connections that send nothing for this long. For clients that do not read the reply see connection-limits.ts.
  connectionTimeout: 30_000,
  // The largest complaint, 28 MiB, from a phone that sends a quarter of a megabit a second. What arrives more slowly than any phone sends
  // ends much earlier: admission.ts.
  requestTimeout: 900_000,
  keepAliveTimeout: 5_000,
  maxRequestsPerSocket: 1_000,
  // Node checks for late requests only at this interval.
  http: {
    headersTimeout: 15_000,
    connectionsCheckingInterval: 5_000,
    requireHostHeader: false,
    IncomingMessage: RequestInBlocks,
  },
  // A long id is one that does not exist, like a short one.
  routerOptions: { ignoreTrailingSlash: true, maxParamLength: 8_000 },
  forceCloseConnections: 'idle',
  return503OnClosing: false,
  logController: new LogController({ disableRequestLogging: true }),
} satisfies FastifyHttpOptions<Server>

/** Replies to malformed URLs and to what is not HTTP. They reach no hook, so the headers are set here. */
export function answersToUnreadable(publicUrl: string) {
  const headers = bareHeaders(publicUrl)
  return {
    frameworkErrors: (error, request, reply) =>
      replyWithError(error, request, reply.headers({ ...headers, 'x-request-id': request.id })),
    clientErrorHandler(error, socket) {
      endWith(socket as Socket, errorToSay(error), headers)
    },
  } satisfies FastifyHttpOptions<Server>
}

// The admission of bodies brings its own answer with a rejection.
function errorToSay(error: Error & { code?: string }): HttpError {
  if (error instanceof HttpError) return error
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? tooSlow() : unreadable()
}

// Made when they are needed: the first error compiles the texts, which would be a twelfth of the start time.
const unreadable = () => badRequest('unreadable')
const tooSlow = () => new HttpError(408, 'request_too_slow')

/** Answers a malformed request, whose headers are unknown, in English and closes the connection: the start of the next request is unknown. */
function endWith(socket: Socket, error: HttpError, headers: Record<string, string>): void {
  if (!socket.writable) return
  const body = JSON.stringify(errorBody(error, 'en'))
  const all = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...(error.retryAfterSeconds && { 'retry-after': error.retryAfterSeconds }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`)
  // Whoever goes on sending is not listened to.
  setTimeout(() => socket.destroy(), HANG_UP_MS).unref()
}

/** Rejects requests with no or several Host headers: of two, a proxy may have used another than Node, which takes the first. */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const hosts = countHosts(raw.rawHeaders)
    if (hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')) return done()
    reply.header('connection', 'close')
    done(unreadable())
  })
}

function countHosts(rawHeaders: string[]): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts
}

/** Passes every body on as raw bytes, for a call whose signature is computed over them. */
export function acceptBytes(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer', bodyLimit: 256 * KIB } as const
  scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
  return scope
}

/** Accepts JSON bodies only. An empty body means none, since some clients announce JSON and send nothing. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body, done)
  })
}
