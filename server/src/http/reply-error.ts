import type { ErrorReply } from '@petsetu/contract/envelope.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, isAccountGone, isDatabaseAway, Refusal, unauthorized, unavailable } from '../errors.ts'
import { STATUS_WORDS } from './status-words.ts'

/** The one place that turns refusals and bugs into replies: `{status: 'error', message, errors?}`, whatever went wrong. */
export function replyErrors(app: FastifyInstance): void {
  app.setErrorHandler(replyError)
}

export function replyError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asRefusal(error)
  if (!refusal) request.log.error({ err: error }, 'a bug or an outage')
  else if (refusal.event) logEvent(request, refusal)
  // What lies behind it. Being busy is no trouble of its own, and writing it down for everybody who is refused costs more than that.
  else if (refusal.status >= 500 && (refusal !== error || refusal.cause))
    request.log.warn({ err: error }, refusal.message)
  sendRefusal(reply, refusal ?? new Refusal(500, 'Something went wrong. Please try again.'))
}

/** One line for whoever tried what they may not: who, where, and what they were told. */
export function logEvent(request: FastifyRequest, { event, status, message }: Refusal): void {
  if (!event) return
  const { url: route } = request.routeOptions
  request.log.warn({ event, method: request.method, route, status, userId: request.person?.id }, message)
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): void {
  if (refusal.retryAfterSeconds) reply.header('retry-after', refusal.retryAfterSeconds)
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  reply
    .code(refusal.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
  reply.serializer(JSON.stringify).send(errorBody(refusal))
}

export function errorBody(refusal: Refusal): ErrorReply {
  return { status: 'error', message: refusal.message, ...(refusal.fields && { errors: refusal.fields }) }
}

/** The framework's own refusals in the product's words. Null for what nobody expected. */
function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (isDatabaseAway(error)) return unavailable()
  if (isAccountGone(error)) return unauthorized()
  const { statusCode: status } = (error ?? {}) as { statusCode?: number }
  if (!status || status < 400 || status >= 500) return null
  if (status === 413) return new Refusal(413, 'What you sent is too large.')
  if (status === 415) return new Refusal(415, 'Send this as JSON (content-type: application/json).')
  return status === 400
    ? badRequest('What you sent could not be read.')
    : new Refusal(status, STATUS_WORDS[status] ?? 'Refused')
}
