import type { ErrorReply } from '@petsetu/contract/platform/envelope.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountInError, isAccountGone, isDatabaseUnavailable } from '../../db/database-errors.ts'
import { badRequest, HttpError, unauthorized, unavailable } from '../../errors.ts'
import { languageOf } from '../../languages/request-language.ts'
import { textsIn } from '../../languages/texts.ts'
import { recordEvent } from '../../record-event.ts'

/** Turns every error into the reply `{status: 'error', code, message, errors?}`. The only place that does so. */
export function replyErrors(app: FastifyInstance): void {
  app.setErrorHandler(replyWithError)
}

export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const httpError = asHttpError(error, request)
  if (!httpError) request.log.error({ err: error }, 'a bug or an outage')
  else if (httpError.event) recordRejection(request, httpError)
  // Logs the cause. A plain 503 of load shedding has none and is not logged, because logging every rejected request would add
  // to the load.
  else if (httpError.status >= 500 && (httpError !== error || httpError.cause))
    request.log.warn({ err: error }, httpError.message)
  sendError(reply, httpError ?? new HttpError(500, 'unexpected'))
}

function recordRejection(request: FastifyRequest, { status, event }: HttpError): void {
  if (!event) return
  const { url: route } = request.routeOptions
  recordEvent(request.log, { event, method: request.method, route, status, userId: request.person?.id })
}

export function sendError(reply: FastifyReply, httpError: HttpError): void {
  const { retryAfterSeconds } = httpError
  const language = languageOf(reply.request)
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
  if (httpError.status === 401) reply.header('www-authenticate', 'Bearer')
  reply
    .code(httpError.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-language', language)
  reply.serializer(JSON.stringify).send(errorBody(httpError, language))
}

export function errorBody(httpError: HttpError, language: Language): ErrorReply {
  const { current, ticket } = httpError
  return {
    status: 'error',
    code: httpError.code,
    ...httpError.describe(textsIn(language)),
    ...(current && { current }),
    ...(ticket && { ticket }),
  }
}

function asHttpError(error: unknown, { routeOptions, person }: FastifyRequest): HttpError | null {
  if (error instanceof HttpError) return error
  if (isDatabaseUnavailable(error)) return unavailable()
  // If another account is gone, the same request says so at its next try: this person is still signed in.
  if (isAccountGone(error)) return person && accountInError(error) !== person.id ? unavailable() : unauthorized()
  const { statusCode: status } = (error ?? {}) as { statusCode?: number }
  if (!status || status < 400 || status >= 500) return null
  if (status === 413) return new HttpError(413, 'too_large')
  if (status === 415) return new HttpError(415, routeOptions.config?.call?.multipart ? 'not_form' : 'not_json')
  if (status === 414) return new HttpError(414, 'address_too_long')
  return status === 400 ? badRequest('unreadable') : new HttpError(status, 'refused')
}

// For a failure of which nobody knows how long it lasts.
const RETRY_SECONDS = 5

/** The status of a rejected form or page. Logs what matters, and says in `Retry-After` when to try again. */
export function statusOf(error: unknown, request: FastifyRequest, reply: FastifyReply): number {
  if (error instanceof HttpError) {
    recordRejection(request, error)
    if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds)
    return error.status
  }
  request.log.error({ err: error }, 'a page failed')
  reply.header('retry-after', RETRY_SECONDS)
  return isDatabaseUnavailable(error) ? 503 : 500
}

export function sentenceOf(error: unknown, request: FastifyRequest): string {
  const text = textsIn(languageOf(request))
  if (!(error instanceof HttpError)) return text('errors.unexpected')
  const { message, errors } = error.describe(text)
  return errors ? Object.values(errors).join(' ') : message
}
