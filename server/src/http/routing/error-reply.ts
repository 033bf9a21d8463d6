import { STATUS_CODES } from 'node:http'
import type { ErrorReply } from '@petsetu/contract/envelope.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, HttpError, isAccountGone, isDatabaseUnavailable, unauthorized, unavailable } from '../../errors.ts'
import { recordEvent } from '../../record-event.ts'

/** Turns every error into the reply `{status: 'error', message, errors?}`. The only place that does so. */
export function replyErrors(app: FastifyInstance): void {
  app.setErrorHandler(replyWithError)
}

export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const httpError = asHttpError(error)
  if (!httpError) request.log.error({ err: error }, 'a bug or an outage')
  else if (httpError.event) recordRejection(request, httpError)
  // Logs the cause. A plain 503 of load shedding has none and is not logged, because logging every rejected request would add
  // to the load.
  else if (httpError.status >= 500 && (httpError !== error || httpError.cause))
    request.log.warn({ err: error }, httpError.message)
  sendError(reply, httpError ?? new HttpError(500, 'Something went wrong. Please try again.'))
}

/** Logs one line for a rejected attempt that matters for security: who, where, and the reply. */
export function recordRejection(request: FastifyRequest, { event, status }: HttpError): void {
  if (!event) return
  const { url: route } = request.routeOptions
  recordEvent(request.log, { event, method: request.method, route, status, userId: request.person?.id })
}

export function sendError(reply: FastifyReply, httpError: HttpError): void {
  if (httpError.retryAfterSeconds) reply.header('retry-after', httpError.retryAfterSeconds)
  if (httpError.status === 401) reply.header('www-authenticate', 'Bearer')
  reply
    .code(httpError.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
  reply.serializer(JSON.stringify).send(errorBody(httpError))
}

export function errorBody(httpError: HttpError): ErrorReply {
  return {
    status: 'error',
    code: httpError.code,
    message: httpError.message,
    ...(httpError.fields && { errors: httpError.fields }),
    ...(httpError.current && { current: httpError.current }),
  }
}

/** Maps Fastify's own errors to the product's messages. Null for unexpected errors. */
function asHttpError(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error
  if (isDatabaseUnavailable(error)) return unavailable()
  if (isAccountGone(error)) return unauthorized()
  const { statusCode: status } = (error ?? {}) as { statusCode?: number }
  if (!status || status < 400 || status >= 500) return null
  if (status === 413) return new HttpError(413, 'What you sent is too large.')
  if (status === 415) return new HttpError(415, 'Send this as JSON (content-type: application/json).')
  return status === 400
    ? badRequest('What you sent could not be read.')
    : new HttpError(status, STATUS_CODES[status] ?? 'Refused')
}
