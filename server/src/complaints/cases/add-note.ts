import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { recordCaseEvent } from '../case-events.ts'
import { noteMail } from '../complaint-mails.ts'
import { keepComplaint } from './keep-complaint.ts'

type Note = { text: string; internal: boolean; by: Actor }

/** Adds a note to the history; one that is not internal goes to the complainant by mail. Rejects with 404 for an unknown complaint. */
export async function addNote(
  { enqueueMail }: Pick<Deps, 'enqueueMail'>,
  transaction: Db,
  id: number,
  { text, internal, by: actor }: Note,
): Promise<number> {
  await keepComplaint(transaction, id)
  const by = { role: 'admin', userId: actor.person.id } as const
  const eventId = await recordCaseEvent(transaction, id, { by, kind: 'note', internal, text })
  await recordAudit(transaction, actor, {
    ...{ action: 'complaint-note-added', object: { kind: 'complaint', id }, after: { internal } },
  })
  const mail = internal ? null : await noteMail(transaction, id, { eventId, note: text })
  if (mail) await enqueueMail(transaction, mail)
  return eventId
}
