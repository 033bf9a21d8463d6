import type { RejectedForm } from '@petsetu/contract/site/public-pages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forbidden, HttpError } from '../../errors.ts'
import { languageOf } from '../../languages/request-language.ts'
import { textsIn } from '../../languages/texts.ts'
import { acceptPlainForms, isMultipart } from '../bodies/form.ts'
import type { LoadShedding } from '../limits/load-shedding.ts'
import { sentenceOf, statusOf } from './error-reply.ts'

type Answer = FastifyReply | Promise<FastifyReply>

type PageForm = {
  /** Does what the form asks for, and answers with a redirect or a page. */
  take: (fields: Record<string, string>, request: FastifyRequest, reply: FastifyReply) => Answer
  /** The page with the form, what was typed, and what is wrong. `fields` are all that were sent: secrets among them must not be shown. */
  again: (
    rejected: RejectedForm,
    status: number,
    request: FastifyRequest,
    reply: FastifyReply,
    cause: { fields: Record<string, string>; error: unknown },
  ) => Answer
}

/** Takes a form of a page that works without a script. Only a page of this site may send it. */
export function onPageForm(
  app: FastifyInstance,
  { loadShedding, config }: { loadShedding: LoadShedding; config: { publicUrl: string } },
  path: string,
  { take, again }: PageForm,
): void {
  app.register(async (scope) => {
    acceptPlainForms(scope).post(path, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const fields = isMultipart(request) ? {} : { ...(request.body as Record<string, string> | undefined) }
      try {
        rejectFromElsewhere(request, config.publicUrl)
        return await loadShedding.run(async () => take(fields, request, reply))
      } catch (error) {
        const status = statusOf(error, request, reply)
        return again({ typed: shownAgain(fields), ...problemsOf(error, request) }, status, request, reply, {
          fields,
          error,
        })
      }
    })
  })
}

const SECRET = /password|token|ticket|code/i

/** Returns what was typed, without what must not stand in a page. */
function shownAgain(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !SECRET.test(name)))
}

function problemsOf(error: unknown, request: FastifyRequest): Pick<RejectedForm, 'problem' | 'fields'> {
  const { errors } = error instanceof HttpError ? error.describe(textsIn(languageOf(request))) : { errors: undefined }
  return errors ? { problem: null, fields: errors } : { problem: sentenceOf(error, request), fields: {} }
}

/**
 * Rejects a form that a page of another site sent. Browsers tell where it comes from: `Sec-Fetch-Site` over https, else `Origin`. A
 * program that sends neither has no cookies of anybody.
 */
export function rejectFromElsewhere(request: FastifyRequest, publicUrl: string): void {
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw forbidden()
    return
  }
  if (origin === undefined) return
  const from = URL.canParse(origin) ? new URL(origin).host : null
  if (from !== request.host && from !== new URL(publicUrl).host) throw forbidden()
}
