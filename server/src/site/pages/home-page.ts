import { today } from '@petsetu/contract/platform/dates.ts'
import type { AppSite } from '@petsetu/contract/site/site.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Counters, counterTotal } from '../../platform/db/counters.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { invalidatedOnChange } from './current-site.ts'
import type { RenderedPages } from './rendered-pages.ts'
import { type HtmlWithEtag, sendHtmlWithEtag, withEtag } from './send-html.ts'

const READ_EVERY_MS = 60_000

/** Answers the home page, which is rendered and compressed anew only when what it shows has changed. */
export function homePage(counters: Counters, pages: RenderedPages, siteNow: () => AppSite) {
  const petsHome = latestCount(counters)
  const rendered = new Map<Language, { key: string; html: HtmlWithEtag }>()
  const clearIfChanged = invalidatedOnChange(siteNow, () => rendered.clear())
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    clearIfChanged()
    const language = languageOf(request)
    const count = petsHome()
    const key = `${today().slice(0, 4)} ${count}`
    let page = rendered.get(language)
    if (page?.key !== key) {
      const html = pages.encoded({ name: 'home', petsHome: count }, language).identity().toString()
      page = { key, html: withEtag(html) }
      rendered.set(language, page)
    }
    return sendHtmlWithEtag(request, reply, page.html)
  }
}

/**
 * Returns a function for the number of pets that have come home: it reads at most once a minute, and while others are answered. The page never waits for
 * the database; the first visitors after a start read 0.
 */
function latestCount(counters: Counters): () => number {
  let count = 0
  let readAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - readAt > READ_EVERY_MS) {
      readAt = performance.now()
      counterTotal(counters, 'pets-home').then(
        (total) => {
          count = total
        },
        // The page shows the last one; other pages report that the database is away.
        () => {},
      )
    }
    return count
  }
}
