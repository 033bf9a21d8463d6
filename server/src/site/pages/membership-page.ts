import type { PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { statusOf } from '../../platform/http/routing/error-reply.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { listPlansOf } from '../../supporters/plans/plan-queries.ts'
import type { RenderedPages } from './rendered-pages.ts'
import { sendHtml } from './send-html.ts'

/** Answers with the plans of a category and the registration. If the plans cannot be read, the page asks for them once more. */
export function membershipPage({ db, loadShedding }: Deps, pages: RenderedPages, policy: string) {
  return (category: PlanCategory) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const language = languageOf(request)
      const plans = await loadShedding
        .run(() => listPlansOf(db, category, language))
        .catch((error: unknown) => {
          reply.code(statusOf(error, request, reply))
          return null
        })
      return sendHtml(request, reply, pages.encoded({ name: 'membership', category, plans }, language), { policy })
    }
}
