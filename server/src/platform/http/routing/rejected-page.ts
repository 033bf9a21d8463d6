import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../../db/database-errors.ts'
import { HttpError } from '../../errors.ts'
import { languageOf } from '../../languages/request-language.ts'
import { textsIn } from '../../languages/texts.ts'
import { recordRejection } from './error-reply.ts'

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

/** Describes the problem in the reader's language. */
export function sentenceOf(error: unknown, request: FastifyRequest): string {
  const text = textsIn(languageOf(request))
  if (!(error instanceof HttpError)) return text('errors.unexpected')
  const { message, errors } = error.describe(text)
  return errors ? Object.values(errors).join(' ') : message
}
