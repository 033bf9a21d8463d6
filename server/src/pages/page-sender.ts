import type { SendPage } from '../http/routing/send-page.ts'
import { languageOf } from '../languages/request-language.ts'
import type { RenderedPages } from './rendered-pages.ts'
import { sendHtml } from './send-html.ts'

export function pageSender(pages: RenderedPages): SendPage {
  return (request, reply, page, status) => {
    reply.code(status).header('x-robots-tag', 'noindex')
    return sendHtml(request, reply, pages.uncached(page, languageOf(request)))
  }
}
