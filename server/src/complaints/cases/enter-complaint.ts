import type { EntryForm } from '@petsetu/contract/complaints/cases.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import type { Db } from '../../platform/db/pool.ts'
import { notFound } from '../../platform/errors.ts'
import { enteredMail } from '../complaint-mails.ts'
import { dueDaysOf, insertComplaint } from '../file-complaint.ts'
import { createFollowLink } from '../follow/follow-links.ts'

type Entering = Pick<Deps, 'enqueueMail' | 'foundation'>

/** Files a complaint for somebody on the phone or at the desk, and tells them by mail if they have an address. Returns its id. */
export async function enterComplaint(
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
    entered: { by: { role: 'admin', userId: actor.person.id }, source, readBy: actor.person.username },
  })
  const object = { kind: 'complaint', id } as const
  await recordAudit(transaction, actor, { action: 'complaint-entered', object, after: { source } })
  const mail = await enteredMail(transaction, id, source)
  if (mail) await enqueueMail(transaction, mail)
  return id
}

/** Returns the path of a new link to the page of a complaint. Rejects with 404 for an unknown one. */
export async function makeFollowLink(transaction: Db, id: number, actor: Actor): Promise<string> {
  await keepComplaint(transaction, id)
  const object = { kind: 'complaint', id } as const
  await recordAudit(transaction, actor, { action: 'follow-link-made', object })
  return createFollowLink(transaction, id)
}

/** Keeps a complaint from being deleted until the transaction ends. Rejects with 404 for an unknown one. */
export async function keepComplaint(transaction: Db, id: number): Promise<void> {
  const complaint = await transaction
    .selectFrom('complaints')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!complaint) throw notFound('complaint_not_found')
}
