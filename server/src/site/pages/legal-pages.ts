import type { LegalDocument, LegalPageName, PublicPage } from '@petsetu/contract/site/public-pages.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { legalDocument } from '../legal/legal-documents.ts'
import { invalidatedOnChange, type RenderedPages } from './rendered-pages.ts'
import { sendHtml } from './send-html.ts'

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

/** The pages about privacy, terms, refunds and contact, from the settings. */
export function legalPages(
  { foundation }: Pick<Deps, 'foundation'>,
  pages: RenderedPages,
): Record<LegalPageName, Answer> {
  const documents = new Map<string, Promise<LegalDocument>>()
  const latestDetails = invalidatedOnChange(foundation, () => documents.clear())

  function documentOf(name: LegalPageName, language: Language): Promise<LegalDocument> {
    const details = latestDetails()
    const key = `${name} ${language}`
    const document = documents.get(key) ?? legalDocument(name, details, language)
    documents.set(key, document)
    return document
  }

  const answer =
    (name: LegalPageName): Answer =>
    async (request, reply) => {
      const language = languageOf(request)
      const document = await documentOf(name, language)
      return sendHtml(request, reply, pages.encoded(pageOf(document), language))
    }
  return { privacy: answer('privacy'), terms: answer('terms'), refunds: answer('refunds'), contact: answer('contact') }
}

/** The page on contact has a form below its document. */
const pageOf = (document: LegalDocument): PublicPage =>
  document.name === 'contact'
    ? { name: 'contact', document, view: { kind: 'form', rejected: null } }
    : { name: 'legal', document }
