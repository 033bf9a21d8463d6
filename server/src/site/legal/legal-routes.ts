import { foundationCalls } from '@petsetu/contract/office/foundation.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { legalDocument } from './legal-documents.ts'

/** Shows admins a legal page with a text that is not saved. */
export function legalRoutes(app: FastifyInstance, deps: Deps): void {
  routeRegistrar(app, deps)(foundationCalls.previewText, async ({ params: { page, language }, body: { markdown } }) => {
    const { canBeShown, tooDeep } = await import('../../office/settings/parse-markdown.ts')
    if (!canBeShown(markdown)) throw tooDeep()
    const details = deps.foundation()
    const legalTexts = { ...details.legalTexts, [`${page} ${language}`]: markdown }
    return succeed({ document: await legalDocument(page, { ...details, legalTexts }, language) })
  })
}
