import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { countedByAccount } from '../../platform/pdf/send-pdf.ts'
import { recordEvent } from '../../platform/record-event.ts'
import { bundleCase } from './case-bundle.ts'
import { revealName } from './reveal-name.ts'
import { takeOriginal } from './take-original.ts'

/** The routes with which an admin sees what is withheld of a complaint. Each takes a reason, and is audited. */
export function withheldRoutes(app: FastifyInstance, deps: Deps & { attachments: FileStore }): void {
  const on = routeRegistrar(app, deps)

  on(caseCalls.reveal, async ({ params: { id }, body: { reason }, person, request }) => {
    const complainant = await revealName(deps.db, id, { reason, by: { person, request } })
    recordEvent(request.log, { event: 'name-revealed', complaintId: id, actorId: person.id })
    return succeed(complainant)
  })

  on(caseCalls.takeOriginal, async ({ params: { id, fileId }, body: { reason }, person, request, reply }) => {
    const wanted = { complaintId: id, fileId }
    const { content, fileName } = await takeOriginal(deps, wanted, { reason, by: { person, request } })
    recordEvent(request.log, { event: 'original-taken', ...wanted, actorId: person.id })
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(content)
  })

  on(
    caseCalls.takeBundle,
    async ({ params: { id }, body: { reason, shows_name }, person, request, reply }) => {
      const asked = { reason, showsName: shows_name, by: { person, request }, language: languageOf(request) }
      const zip = await bundleCase(deps, id, asked)
      recordEvent(request.log, { event: 'bundle-taken', complaintId: id, actorId: person.id })
      reply.header('content-type', 'application/zip')
      reply.header('content-disposition', `attachment; filename="complaint-${id}.zip"`)
      return zip
    },
    countedByAccount(deps),
  )
}
