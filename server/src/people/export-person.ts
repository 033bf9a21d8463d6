import { buffer } from 'node:stream/consumers'
import type { AttachmentStore } from '../complaints/attachment-store.ts'
import type { Db } from '../db/pool.ts'
import { type Contact, findRecordsOf, isAbout } from './records-of.ts'

/** Everything that is kept about a person, as it stands in the tables, but for what opens something: the password's hash. */
export async function exportPerson(
  { db, attachments }: { db: Db; attachments: AttachmentStore },
  contact: Contact,
): Promise<Record<string, unknown>> {
  const { userId, complaintIds, membershipIds, payments } = await findRecordsOf(db, contact)
  const paymentIds = payments.map(({ id }) => id)
  const complaints = await db.selectFrom('complaints').selectAll().where('id', 'in', someOf(complaintIds)).execute()
  const events = await db.selectFrom('webhook_inbox').selectAll().where(isAbout(payments)).execute()
  return {
    account: await db
      .selectFrom('users')
      .select(['id', 'username', 'email', 'role', 'created_at'])
      .where('id', '=', userId)
      .execute(),
    sessions: await db
      .selectFrom('sessions')
      .select(['created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .execute(),
    known_networks: await db
      .selectFrom('known_networks')
      .select('last_used_at')
      .where('user_id', '=', userId)
      .execute(),
    pets: await db.selectFrom('pets').selectAll().where('user_id', '=', userId).execute(),
    complaints: await Promise.all(
      complaints.map(async (complaint) => ({ ...complaint, file: await contentOf(attachments, complaint.file_path) })),
    ),
    memberships: await db.selectFrom('memberships').selectAll().where('id', 'in', someOf(membershipIds)).execute(),
    payments: await db.selectFrom('payments').selectAll().where('id', 'in', someOf(paymentIds)).execute(),
    receipts: await db.selectFrom('receipts').selectAll().where('payment_id', 'in', someOf(paymentIds)).execute(),
    events_of_the_payment_provider: events.map((event) => ({ ...event, body: event.body.toString('utf8') })),
  }
}

/** The file of a complaint in base64. */
async function contentOf(attachments: AttachmentStore, name: string | null): Promise<string | null> {
  const file = name === null ? null : await attachments.read(name)
  return file && (await buffer(file.content)).toString('base64')
}

// SQL knows no empty list; no record has this number.
const someOf = (ids: number[]) => (ids.length > 0 ? ids : [0])
