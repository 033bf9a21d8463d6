import { buffer } from 'node:stream/consumers'
import type { Db } from '../db/pool.ts'
import type { FileStore } from '../files/file-store.ts'
import { type Contact, findRecordsOf, isAbout } from './records-of.ts'

/** Everything stored about a person, as it is in the tables, except the password hash and other secrets. */
export async function exportPerson(
  { db, attachments }: { db: Db; attachments: FileStore },
  contact: Contact,
): Promise<Record<string, unknown>> {
  const records = await findRecordsOf(db, contact)
  const { userId, complaintIds, membershipIds, payments } = records
  const paymentIds = payments.map(({ id }) => id)
  const complaints = await db.selectFrom('complaints').selectAll().where('id', 'in', someOf(complaintIds)).execute()
  const events = await db.selectFrom('webhook_inbox').selectAll().where(isAbout(records, contact)).execute()
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
    idempotency_keys: await db
      .selectFrom('idempotency_keys')
      .select(['created', 'created_at'])
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
async function contentOf(attachments: FileStore, name: string | null): Promise<string | null> {
  const file = name === null ? null : await attachments.read(name)
  return file && (await buffer(file.content)).toString('base64')
}

// SQL has no empty list, and no record has the id 0.
const someOf = (ids: number[]) => (ids.length > 0 ? ids : [0])
