import { type CaseUpdate, caseCalls, type EntryForm } from '@petsetu/contract/complaints/cases.ts'
import type { CaseEventKind } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { complaintStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import type { ComplaintStatus } from '@petsetu/contract/complaints/complaints.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { PaymentDeps } from '../../payments/payment-deps.ts'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import { hasDuty } from '../../people/users/admin-duties.ts'
import { listAdmins } from '../../people/users/user-queries.ts'
import { countApart } from '../../platform/db/counters.ts'
import { containsValues } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { changedMeanwhile, conflict, notFound } from '../../platform/errors.ts'
import { sharedSecret } from '../../platform/files/signed-link.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordAct } from '../../platform/record-event.ts'
import { adminOf, type CaseActor, listCaseEvents, recordCaseEvent } from '../case-events.ts'
import { changeComplaintStatus } from '../change-status.ts'
import { enteredMail, noteMails } from '../complaint-mails.ts'
import { complaintReader, findComplaint, hideName, readReference } from '../complaint-queries.ts'
import { dueDaysOf, insertComplaint } from '../file-complaint.ts'
import { createFollowLink } from '../follow/follow-links.ts'
import { holdByOutcome, holdCase } from '../holds.ts'
import { auditCase } from './audit-case.ts'
import { findNeighbours } from './case-search.ts'
import { mergeCase } from './merge-case.ts'

type CaseDeps = Deps & { payments: PaymentDeps }

export async function caseRoutes(app: FastifyInstance, deps: CaseDeps): Promise<void> {
  const on = routeRegistrar(app, deps)
  const { db } = deps
  const readComplaint = complaintReader(db, await sharedSecret(db, 'attachment-links'))

  on(caseCalls.enter, async ({ body, by, createOnce }) => {
    const id = await createOnce((transaction) => enterComplaint(deps, transaction, body, by))
    recordAct(by, { event: 'complaint-entered', complaintId: id })
    return succeed({ id, reference: await readReference(db, id) })
  })

  on(caseCalls.makeFollowLink, async ({ params: { id }, by }) => {
    const path = await inTransaction(db, (transaction) => makeFollowLink(transaction, id, by))
    recordAct(by, { event: 'follow-link-made', complaintId: id })
    return succeed({ url: deps.config.publicUrl + path })
  })

  on(caseCalls.update, async ({ params: { id }, body, by }) => {
    await updateCase(deps, id, body, by)
    return succeed(await readComplaint(id))
  })

  on(caseCalls.updateSeveral, async ({ body, by }) => {
    const changed = await updateCases(deps, body, by)
    recordAct(by, { event: 'complaints-changed', count: changed })
    return succeed({ changed })
  })

  on(caseCalls.listAssignees, async () => succeed(await listAdmins(db, caseCalls.listAssignees.duty)))

  on(caseCalls.listEvents, async ({ params: { id } }) => {
    await readComplaint(id)
    return succeed(await listCaseEvents(db, id))
  })

  on(caseCalls.addNote, async ({ params: { id }, body, by, createOnce }) => {
    const note = { ...body, by }
    return succeed({ id: await createOnce((transaction) => addNote(deps, transaction, id, note)) })
  })

  on(caseCalls.hold, async ({ params: { id }, body, by }) => {
    await holdCase(db, id, { ...body, by })
    recordAct(by, { event: 'complaint-held', complaintId: id })
    return succeed(await readComplaint(id))
  })

  on(caseCalls.merge, async ({ params: { id }, body: { into }, by }) => {
    await mergeCase(deps, id, into, by)
    recordAct(by, { event: 'complaint-merged', complaintId: id })
    return succeed(await readComplaint(id))
  })

  on(caseCalls.neighbours, async ({ params: { id }, query: filter, person }) => {
    await readComplaint(id)
    return succeed(await findNeighbours(db, id, { filter, adminId: person.id }))
  })
}

type Note = { text: string; internal: boolean; by: Actor }

/**
 * Adds a note to the history. One that is not internal goes to the complainant by mail, and those of merged complaints are told of it.
 * Rejects with 404 for an unknown complaint.
 */
async function addNote(
  { enqueueMail }: Pick<Deps, 'enqueueMail'>,
  transaction: Db,
  id: number,
  { text, internal, by: actor }: Note,
): Promise<number> {
  await keepComplaint(transaction, id)
  const eventId = await recordCaseEvent(transaction, id, { by: adminOf(actor), kind: 'note', internal, text })
  await recordAudit(transaction, actor, 'complaint-note-added', { kind: 'complaint', id }, { after: { internal } })
  const mails = internal ? [] : await noteMails(transaction, id, { eventId, note: text })
  for (const mail of mails) await enqueueMail(transaction, mail)
  return eventId
}

type Changes = { ids: number[]; status?: ComplaintStatus | undefined; assignee_id?: number | null | undefined }

/**
 * Changes several complaints in the order of their numbers, against deadlocks; none if one is unknown (404). A duplicate stays closed: only
 * its own page separates it from the first complaint. Returns how many did not have these values yet.
 */
async function updateCases(
  { db, ...deps }: Pick<Deps, 'db' | 'enqueueMail' | 'foundation'>,
  { ids, status, assignee_id }: Changes,
  actor: Actor,
): Promise<number> {
  const by = adminOf(actor)
  const inOrder = [...new Set(ids)].sort((one, other) => one - other)
  return inTransaction(db, async (transaction) => {
    await countApart(transaction)
    let changed = 0
    if (assignee_id) await requireAdmin(transaction, assignee_id)
    const change = async (id: number) => {
      const stored = await transaction
        .selectFrom('complaints')
        .select(['status', 'assignee_id', 'duplicate_of'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow(() => notFound('complaint_not_found'))
      const wouldSeparate = status && stored.duplicate_of !== null && complaintStatuses[status].isOpen
      const next = wouldSeparate ? undefined : status
      if (!containsValues(stored, { status: next, assignee_id })) changed++
      if (next) await changeComplaintStatus({ ...deps, db: transaction }, id, next, by)
      if (assignee_id === undefined || assignee_id === stored.assignee_id) return
      await transaction.updateTable('complaints').set({ assignee_id }).where('id', '=', id).execute()
      await recordCaseEvent(transaction, id, { by, kind: 'assign', before: stored.assignee_id, after: assignee_id })
    }
    for (const id of inOrder) await auditCase(transaction, actor, { id, action: 'complaint-changed' }, () => change(id))
    return changed
  })
}

const CASE_COLUMNS = ['priority', 'due_on', 'assignee_id', 'outcome'] as const

/** Changes how a case is worked on. Rejects with 404, and with 409 an old version or an outcome of an open case. */
async function updateCase(
  { db, foundation }: Pick<Deps, 'db' | 'foundation'>,
  id: number,
  { version, ...changes }: CaseUpdate,
  actor: Actor,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const stored = await transaction
      .selectFrom('complaints')
      .select([...CASE_COLUMNS, 'version', 'status'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('complaint_not_found'))
    // A repeat of an update whose reply was lost changes nothing either.
    if (containsValues(stored, changes)) return
    if (stored.version !== version) throw await changedCase(transaction, id)
    if (changes.outcome && complaintStatuses[stored.status].isOpen) throw conflict('case_still_open')
    // The form sends the assignee with every change, also one whose duties have changed since.
    if (changes.assignee_id && changes.assignee_id !== stored.assignee_id)
      await requireAdmin(transaction, changes.assignee_id)
    await auditCase(transaction, actor, { id, action: 'complaint-changed' }, async () => {
      await transaction.updateTable('complaints').set(changes).where('id', '=', id).execute()
      // The form sends the outcome with every change: one that was there before does not bring back a hold that was ended.
      if (changes.outcome !== stored.outcome)
        await holdByOutcome(transaction, id, { outcome: changes.outcome, years: foundation().holdYears, by: actor })
      await recordChanges(transaction, { id, by: adminOf(actor), stored, changes })
    })
  })
}

type Columns = (typeof CASE_COLUMNS)[number]
type Values = { [Column in Columns]?: string | number | null | undefined }

const KINDS: Record<Columns, CaseEventKind> = {
  priority: 'priority',
  due_on: 'due',
  assignee_id: 'assign',
  outcome: 'outcome',
}

async function recordChanges(
  transaction: Db,
  { id, by, stored, changes }: { id: number; by: CaseActor; stored: Values; changes: Values },
): Promise<void> {
  for (const column of CASE_COLUMNS) {
    const [before = null, after] = [stored[column], changes[column]]
    if (after !== undefined && after !== before)
      await recordCaseEvent(transaction, id, { by, kind: KINDS[column], before, after })
  }
}

async function changedCase(transaction: Db, id: number): Promise<Error> {
  const current = await findComplaint(transaction, id)
  return changedMeanwhile('errorSentences.changedComplaint', current ? hideName(current) : {})
}

/** Only an admin with the duty for it can work on a complaint. */
async function requireAdmin(transaction: Db, userId: number): Promise<void> {
  await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(hasDuty('cases'))
    // Waits for a deletion of the account.
    .forKeyShare()
    .executeTakeFirstOrThrow(() => notFound('assignee_not_found'))
}

type Entering = Pick<Deps, 'enqueueMail' | 'foundation'>

/** Files a complaint for somebody on the phone or at the desk, and tells them by mail if they have an address. Returns its id. */
async function enterComplaint(
  { enqueueMail, foundation }: Entering,
  transaction: Db,
  { source, language, agreed: _, email, phone, ...incident }: EntryForm,
  actor: Actor,
): Promise<number> {
  const form = { ...incident, email: email ?? '', phone: phone ?? '' }
  const { id } = await insertComplaint(transaction, {
    form,
    language,
    files: [],
    idempotencyKey: null,
    contentHash: null,
    ...dueDaysOf(foundation().complaintDueDays, form),
    entered: { by: adminOf(actor), source, readBy: actor.person.username },
  })
  await recordAudit(transaction, actor, 'complaint-entered', { kind: 'complaint', id }, { after: { source } })
  const mail = await enteredMail(transaction, id, source)
  if (mail) await enqueueMail(transaction, mail)
  return id
}

async function makeFollowLink(transaction: Db, id: number, actor: Actor): Promise<string> {
  await keepComplaint(transaction, id)
  await recordAudit(transaction, actor, 'follow-link-made', { kind: 'complaint', id })
  return createFollowLink(transaction, id)
}

/** Keeps a complaint from being deleted or erased until the transaction ends. Rejects with 404 for an unknown one. */
async function keepComplaint(transaction: Db, id: number): Promise<void> {
  await transaction
    .selectFrom('complaints')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('complaint_not_found'))
}
