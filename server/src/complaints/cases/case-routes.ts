import { caseCalls } from '@petsetu/contract/cases.ts'
import { succeed } from '@petsetu/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { recordAudit } from '../../audit/record-audit.ts'
import { sharedSecret } from '../../db/secrets.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { FileStore } from '../../files/file-store.ts'
import { mounter } from '../../http/routing/mount.ts'
import type { PaymentDeps } from '../../payments/payment-deps.ts'
import { recordEvent } from '../../record-event.ts'
import { listAdmins } from '../../users/user-queries.ts'
import { listCaseEvents } from '../case-events.ts'
import { readReference } from '../complaint-queries.ts'
import { complaintReader } from '../read-complaint.ts'
import { addNote } from './add-note.ts'
import { deleteAnswer, insertAnswer, listAnswers, updateAnswer } from './answer-queries.ts'
import { enterComplaint, makeFollowLink } from './enter-complaint.ts'
import { findNeighbours } from './list-cases.ts'
import { mergeCase } from './merge-case.ts'
import { revealName } from './reveal-name.ts'
import { takeOriginal } from './take-original.ts'
import { updateCase } from './update-case.ts'
import { updateCases } from './update-cases.ts'

type CaseDeps = Deps & { payments: PaymentDeps; attachments: FileStore }

/** The routes with which admins work on a complaint beyond its status. */
export async function caseRoutes(app: FastifyInstance, deps: CaseDeps): Promise<void> {
  const on = mounter(app, deps)
  const { db } = deps
  const readComplaint = complaintReader(db, await sharedSecret(db, 'attachment-links'))

  on(caseCalls.enter, async ({ body, person, request, createOnce }) => {
    const id = await createOnce((transaction) => enterComplaint(deps, transaction, body, { person, request }))
    recordEvent(request.log, { event: 'complaint-entered', complaintId: id, actorId: person.id })
    return succeed({ id, reference: await readReference(db, id) })
  })

  on(caseCalls.makeFollowLink, async ({ params: { id }, person, request }) => {
    const path = await inTransaction(db, (transaction) => makeFollowLink(transaction, id, { person, request }))
    recordEvent(request.log, { event: 'follow-link-made', complaintId: id, actorId: person.id })
    return succeed({ url: deps.config.publicUrl + path })
  })

  on(caseCalls.update, async ({ params: { id }, body, person, request }) => {
    await updateCase(db, id, body, { person, request })
    return succeed(await readComplaint(id))
  })

  on(caseCalls.updateSeveral, async ({ body, person, request }) => {
    const changed = await updateCases(deps, body, { person, request })
    recordEvent(request.log, { event: 'complaints-changed', count: changed, actorId: person.id })
    return succeed({ changed })
  })

  on(caseCalls.listAssignees, async () => succeed(await listAdmins(db, caseCalls.listAssignees.duty)))

  on(caseCalls.listEvents, async ({ params: { id } }) => {
    await readComplaint(id)
    return succeed(await listCaseEvents(db, id))
  })

  on(caseCalls.addNote, async ({ params: { id }, body, person, request, createOnce }) => {
    const note = { ...body, by: { person, request } }
    return succeed({ id: await createOnce((transaction) => addNote(deps, transaction, id, note)) })
  })

  on(caseCalls.reveal, async ({ params: { id }, body: { reason }, person, request }) => {
    const complainant = await revealName(db, id, { reason, by: { person, request } })
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

  on(caseCalls.merge, async ({ params: { id }, body: { into }, person, request }) => {
    await mergeCase(deps, id, into, { person, request })
    recordEvent(request.log, { event: 'complaint-merged', complaintId: id, actorId: person.id })
    return succeed(await readComplaint(id))
  })

  on(caseCalls.neighbours, async ({ params: { id }, query: filter, person }) => {
    await readComplaint(id)
    return succeed(await findNeighbours(db, id, { filter, adminId: person.id }))
  })

  on(caseCalls.listAnswers, async () => succeed(await listAnswers(db)))

  on(caseCalls.createAnswer, async ({ body, person, request, createOnce }) => {
    const id = await createOnce(async (transaction) => {
      const created = await insertAnswer(transaction, body)
      const object = { kind: 'answer', id: created } as const
      await recordAudit(transaction, { person, request }, { action: 'answer-created', object, after: body })
      return created
    })
    return succeed({ id })
  })

  on(caseCalls.updateAnswer, async ({ params: { id }, body, person, request }) => {
    const answer = await inTransaction(db, async (transaction) => {
      const { before, after } = await updateAnswer(transaction, id, body)
      const object = { kind: 'answer', id } as const
      await recordAudit(transaction, { person, request }, { action: 'answer-changed', object, before, after })
      return after
    })
    return succeed(answer)
  })

  on(caseCalls.deleteAnswer, async ({ params: { id }, person, request }) =>
    inTransaction(db, async (transaction) => {
      const before = await deleteAnswer(transaction, id)
      const object = { kind: 'answer', id } as const
      await recordAudit(transaction, { person, request }, { action: 'answer-deleted', object, before })
    }),
  )
}
