import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify'
import { badRequest, Refusal } from '../errors.ts'
import { bareHeaders } from './headers.ts'
import { errorBody, replyError } from './reply-error.ts'
import { STATUS_WORDS } from './status-words.ts'

const KIB = 1024

/** How long and how large a request may be. */
export const HTTP_LIMITS = {
  bodyLimit: 64 * KIB,
  // Whoever sends nothing for that long has gone. Who takes nothing of an answer: slow-readers.ts.
  connectionTimeout: 30_000,
  // Five megabytes from a phone with one bar of signal take their time.
  requestTimeout: 120_000,
  keepAliveTimeout: 5_000,
  maxRequestsPerSocket: 1_000,
  // Node looks only so often at who is late.
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, requireHostHeader: false },
  routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  forceCloseConnections: 'idle',
  return503OnClosing: false,
  logController: new LogController({ disableRequestLogging: true }),
} satisfies FastifyHttpOptions<Server>

/** What is answered to an address that cannot be read and to what is not HTTP: they meet no hook, and get their headers here. */
export function answersToUnreadable(publicUrl: string) {
  const headers = bareHeaders(publicUrl)
  return {
    frameworkErrors: (error, request, reply) =>
      replyError(error, request, reply.headers({ ...headers, 'x-request-id': request.id })),
    clientErrorHandler(error, socket) {
      const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      endWith(socket as Socket, isLate ? TOO_SLOW : UNREADABLE, headers)
    },
  } satisfies FastifyHttpOptions<Server>
}

const UNREADABLE = badRequest('What you sent could not be read.')
const TOO_SLOW = new Refusal(408, 'What you sent took too long to arrive.')

/** Answers what is no request that a route could answer, and ends its connection: where the next one begins nobody knows. */
function endWith(socket: Socket, refusal: Refusal, headers: Record<string, string>): void {
  if (!socket.writable) return
  const body = JSON.stringify(errorBody(refusal))
  const all = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_WORDS[refusal.status]}\r\n${lines.join('')}\r\n${body}`)
}

/** One host, as HTTP asks for: of none or two a proxy may have read another than we do. Node itself takes the first of two. */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const hosts = countHosts(raw.rawHeaders)
    if (hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')) return done()
    reply.header('connection', 'close')
    done(UNREADABLE)
  })
}

/** `rawHeaders` holds names and values in turn. */
function countHosts(rawHeaders: string[]): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts
}

/** Hands every body over as the bytes that came, for a call that is signed over them. */
export function acceptBytes(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer', bodyLimit: 256 * KIB } as const
  scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
  return scope
}

/** JSON is the only body taken. An empty one is "none", since some clients announce JSON and send nothing. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body, done)
  })
}
