import { foundationCalls } from '@petsetu/contract/office/foundation.ts'
import { paths, routeOf } from '@petsetu/contract/paths.ts'
import { GrievanceForm } from '@petsetu/contract/people/grievances.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { GrievanceView } from '@petsetu/contract/site/public-pages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { addGrievance, readGrievance } from '../../people/grievances/grievance-queries.ts'
import { contactKeys } from '../../people/users/contact.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { checkedFields } from '../../platform/http/routing/checked-fields.ts'
import { onPageForm, type SendPage } from '../../platform/http/routing/pages.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { recordEvent } from '../../platform/record-event.ts'
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

/** Takes the grievances of the form on the page on contact, which the browser sends by itself. */
export function contactPage(app: FastifyInstance, deps: Deps & { sendPage: SendPage }): void {
  onPageForm(app, deps, routeOf(paths.contact), {
    async take(fields, request, reply) {
      const form = checkedFields(GrievanceForm, fields)
      await countSender(deps, request.ip, form)
      const told = { ...form, way: 'form', language: languageOf(request), enteredBy: null } as const
      const { id } = await inTransaction(deps.db, (transaction) => addGrievance(deps, transaction, told))
      recordEvent(request.log, { event: 'grievance-filed', grievanceId: id })
      const { number, due_on: dueOn, email } = await readGrievance(deps.db, id)
      return send(request, reply, { kind: 'sent', number, dueOn, isMailed: email !== '' })
    },
    again: (rejected, status, request, reply) => send(request, reply, { kind: 'form', rejected }, status),
  })

  async function send(request: FastifyRequest, reply: FastifyReply, view: GrievanceView, status = 200) {
    const document = await legalDocument('contact', deps.foundation(), languageOf(request))
    return deps.sendPage(request, reply, { name: 'contact', document, view }, status)
  }
}

async function countSender({ throttles }: Deps, address: string, { email, phone }: GrievanceForm): Promise<void> {
  await throttles.grievancesByAddress.count(address)
  for (const key of contactKeys(email ?? '', phone ?? '')) await throttles.grievancesByContact.count(key)
  await throttles.grievancesOfAll.count('all')
}
