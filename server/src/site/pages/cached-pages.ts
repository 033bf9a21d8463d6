import { today } from '@petsetu/contract/platform/dates.ts'
import type { HomeFacts, LegalDocument, LegalPageName, PublicPage } from '@petsetu/contract/site/public-pages.ts'
import type { AppSite } from '@petsetu/contract/site/site.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { countResolved } from '../../complaints/complaint-queries.ts'
import type { Deps } from '../../deps.ts'
import { counterTotal } from '../../platform/db/counters.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { legalDocument } from '../legal/legal-documents.ts'
import {
  type HtmlWithEtag,
  invalidatedOnChange,
  type RenderedPages,
  sendHtml,
  sendHtmlWithEtag,
  withEtag,
} from './rendered-pages.ts'

const READ_EVERY_MS = 60_000

type HomeDeps = Pick<Deps, 'counters' | 'db' | 'foundation'>
type Counted = Omit<HomeFacts, 'story' | 'storyPhoto'>

/** Answers the home page, which is rendered and compressed anew only when what it shows has changed. */
export function homePage({ counters, db, foundation }: HomeDeps, pages: RenderedPages, currentSite: () => AppSite) {
  const counted = latestCounts({ counters, db })
  const rendered = new Map<Language, { key: string; html: HtmlWithEtag }>()
  const clearIfChanged = invalidatedOnChange(currentSite, () => rendered.clear())
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    clearIfChanged()
    const language = languageOf(request)
    const counts = counted()
    const key = `${today().slice(0, 4)} ${Object.values(counts)}`
    let page = rendered.get(language)
    if (page?.key !== key) {
      const { stories, storyPhoto } = foundation()
      const photo = storyPhoto && { url: storyPhoto.url, width: storyPhoto.width, height: storyPhoto.height }
      const facts = { ...counts, story: stories[language], storyPhoto: photo }
      const html = pages
        .encoded({ name: 'home', ...facts }, language)
        .identity()
        .toString()
      page = { key, html: withEtag(html) }
      rendered.set(language, page)
    }
    return sendHtmlWithEtag(request, reply, page.html)
  }
}

/** Reads the numbers once a minute while others are answered; the first visitors after a start read 0. */
function latestCounts(deps: Pick<Deps, 'counters' | 'db'>): () => Counted {
  let counts: Counted = { petsHome: 0, complaintsResolved: 0, members: 0 }
  let readAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - readAt > READ_EVERY_MS) {
      readAt = performance.now()
      readCounts(deps).then(
        (latest) => {
          counts = latest
        },
        // The page shows the last ones; other pages report that the database is away.
        () => {},
      )
    }
    return counts
  }
}

async function readCounts({ counters, db }: Pick<Deps, 'counters' | 'db'>): Promise<Counted> {
  const [petsHome, complaintsResolved, members] = await Promise.all([
    counterTotal(counters, 'pets-home'),
    countResolved(db),
    counterTotal(counters, 'running-memberships'),
  ])
  return { petsHome, complaintsResolved, members }
}

/** Answers a request for a page. */
export type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

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
