import type { LegalPageName } from '@petsetu/contract/public-pages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { languageOf } from '../languages/request-language.ts'
import { LEGAL_DOCUMENTS } from '../legal/legal-documents.ts'
import type { RenderedPages } from './rendered-pages.ts'
import { sendHtml } from './send-html.ts'

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

/** The pages about privacy, terms, refunds and contact, from the settings. */
export function legalPages({ config }: Pick<Deps, 'config'>, pages: RenderedPages): Record<LegalPageName, Answer> {
  const answer =
    (name: LegalPageName): Answer =>
    (request, reply) => {
      const language = languageOf(request)
      const document = LEGAL_DOCUMENTS[name](config, language)
      return sendHtml(request, reply, pages.encoded({ name: 'legal', document }, language))
    }
  return { privacy: answer('privacy'), terms: answer('terms'), refunds: answer('refunds'), contact: answer('contact') }
}
