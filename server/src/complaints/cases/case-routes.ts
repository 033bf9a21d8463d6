import { caseCalls } from '@petsetu/contract/cases.ts'
import { succeed } from '@petsetu/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { sharedSecret } from '../../db/secrets.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { mounter } from '../../http/routing/mount.ts'
import type { PaymentDeps } from '../../payments/payment-deps.ts'
import { recordEvent } from '../../record-event.ts'
import { listAdmins } from '../../users/user-queries.ts'
import { listCaseEvents } from '../case-events.ts'
import { readReference } from '../complaint-queries.ts'
import { complaintReader } from '../read-complaint.ts'
import { addNote } from './add-note.ts'
import { enterComplaint, makeFollowLink } from './enter-complaint.ts'
import { findNeighbours } from './list-cases.ts'
import { mergeCase } from './merge-case.ts'
import { updateCase } from './update-case.ts'
import { updateCases } from './update-cases.ts'

type CaseDeps = Deps & { payments: PaymentDeps }

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

  on(caseCalls.merge, async ({ params: { id }, body: { into }, person, request }) => {
    await mergeCase(deps, id, into, { person, request })
    recordEvent(request.log, { event: 'complaint-merged', complaintId: id, actorId: person.id })
    return succeed(await readComplaint(id))
  })

  on(caseCalls.neighbours, async ({ params: { id }, query: filter, person }) => {
    await readComplaint(id)
    return succeed(await findNeighbours(db, id, { filter, adminId: person.id }))
  })
}
