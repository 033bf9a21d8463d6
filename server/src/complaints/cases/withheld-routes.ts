import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import type { FileStore, Stores } from '../../platform/files/file-store.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { countedByAccount } from '../../platform/pdf/pdf-thread.ts'
import { recordAct } from '../../platform/record-event.ts'
import { adminOf, recordCaseEvent } from '../case-events.ts'
import { revealName } from './audit-case.ts'
import { bundleCase } from './case-bundle.ts'

export function withheldRoutes(app: FastifyInstance, deps: Deps & { attachments: FileStore }): void {
  const on = routeRegistrar(app, deps)

  on(caseCalls.reveal, async ({ params: { id }, body: { reason }, by }) => {
    const complainant = await revealName(deps.db, id, { reason, by })
    recordAct(by, { event: 'name-revealed', complaintId: id })
    return succeed(complainant)
  })

  on(caseCalls.takeOriginal, async ({ params: { id, fileId }, body: { reason }, by, reply }) => {
    const wanted = { complaintId: id, fileId }
    const { content, fileName } = await takeOriginal(deps, wanted, { reason, by })
    recordAct(by, { event: 'original-taken', ...wanted })
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(content)
  })

  on(
    caseCalls.takeBundle,
    async ({ params: { id }, body: { reason, shows_name }, by, request, reply }) => {
      const asked = { reason, showsName: shows_name, by, language: languageOf(request) }
      const zip = await bundleCase(deps, id, asked)
      recordAct(by, { event: 'bundle-taken', complaintId: id })
      reply.header('content-type', 'application/zip')
      reply.header('content-disposition', `attachment; filename="complaint-${id}.zip"`)
      return zip
    },
    countedByAccount(deps),
  )
}

type Wanted = { complaintId: number; fileId: number }

/** A file as it came: only if its SHA-256 is still that one, and with a reason that the history keeps. */
async function takeOriginal(
  { db, attachments }: Stores,
  { complaintId, fileId }: Wanted,
  { reason, by: actor }: { reason: string; by: Actor },
): Promise<{ content: Buffer; fileName: string }> {
  const row = await db
    .selectFrom('complaint_files')
    .select(['name', 'original_name', 'sha256'])
    .where('id', '=', fileId)
    .where('complaint_id', '=', complaintId)
    .executeTakeFirst()
  const stored = row && (await attachments.read(row.original_name ?? row.name))
  if (!row || !stored) throw notFound('attachment_not_found')
  const content = await buffer(stored.content)
  if (hash('sha256', content, 'hex') !== row.sha256) throw conflict('original_damaged')
  await inTransaction(db, async (transaction) => {
    await recordCaseEvent(transaction, complaintId, {
      by: adminOf(actor),
      kind: 'reveal',
      text: reason,
      after: fileId,
    })
    const after = { file_id: fileId }
    await recordAudit(transaction, actor, 'original-taken', { kind: 'complaint', id: complaintId }, { after, reason })
  })
  return { content, fileName: `complaint-${complaintId}-${fileId}.${row.name.split('.').at(-1)}` }
}
