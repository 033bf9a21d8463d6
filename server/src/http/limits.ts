import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify'
import { badRequest } from '../errors.ts'
import { BARE_HEADERS } from './headers.ts'
import { errorBody, replyError } from './reply-error.ts'

const KIB = 1024

/** How long and how large a request may be, and what is answered to one that is not HTTP. */
export const HTTP_LIMITS = {
  bodyLimit: 64 * KIB,
  connectionTimeout: 0,
  // Five megabytes from a phone with one bar of signal take their time.
  requestTimeout: 120_000,
  keepAliveTimeout: 5_000,
  maxRequestsPerSocket: 1_000,
  http: { headersTimeout: 15_000 },
  routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  forceCloseConnections: 'idle',
  return503OnClosing: false,
  logController: new LogController({ disableRequestLogging: true }),
  // An address that cannot be read meets no hook, so that it gets its headers here.
  frameworkErrors: (error, request, reply) =>
    replyError(error, request, reply.headers({ ...BARE_HEADERS, 'x-request-id': request.id })),
  clientErrorHandler(_error, socket) {
    answerUnreadable(socket as Socket)
  },
} satisfies FastifyHttpOptions<Server>

function answerUnreadable(socket: Socket): void {
  if (!socket.writable) return
  const body = JSON.stringify(errorBody(badRequest('What you sent could not be read.')))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...BARE_HEADERS,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`)
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
