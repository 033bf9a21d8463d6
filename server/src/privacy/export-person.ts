import { PURPOSES } from '@petsetu/contract/purposes.ts'
import type { Db } from '../db/pool.ts'
import type { FileStore } from '../files/file-store.ts'
import { holdsSecret } from '../mail/mail-content.ts'
import { exportAddress, isMailOf } from '../mail/mail-queries.ts'
import { exportPhotos } from '../pets/pet-privacy.ts'
import { PURPOSE_RULES } from '../purposes.ts'
import type { Contact } from '../users/contact.ts'
import { aboutsOf, findRecordsOf, isAbout, type RecordsOf } from './records-of.ts'

type Stores = { db: Db; attachments: FileStore }

/** Everything stored about a person, as it is in the tables, except the password hash and other secrets. */
export async function exportPerson(stores: Stores, contact: Contact): Promise<Record<string, unknown>> {
  const { db } = stores
  const records = await findRecordsOf(db, contact)
  const { userId, payments } = records
  const paymentIds = payments.map(({ id }) => id)
  const events = await db.selectFrom('webhook_inbox').selectAll().where(isAbout(records, contact)).execute()
  return {
    account: await db
      .selectFrom('users')
      .select(['id', 'username', 'email', 'role', 'language', 'phone', 'email_confirmed_at', 'created_at'])
      .where('id', '=', userId)
      .execute(),
    sessions: await db
      .selectFrom('sessions')
      .select(['id', 'browser', 'system', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .execute(),
    second_factors: await db
      .selectFrom('second_factors')
      .select(['created_at', 'confirmed_at'])
      .where('user_id', '=', userId)
      .execute(),
    one_time_links: await db
      .selectFrom('one_time_links')
      .select(['purpose', 'email', 'created_at', 'expires_at'])
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
    mails: await exportMails(db, records, contact),
    ...(await exportAddress(db, contact.email)),
    care_records: await db
      .selectFrom('care_records')
      .innerJoin('pets', 'pets.id', 'pet_number')
      .select(['pets.pet_id', 'kind', 'product', 'day', 'valid_until', 'vet', 'note', 'care_records.created_at'])
      .where('user_id', '=', userId)
      .execute(),
    scan_days: await db
      .selectFrom('scan_days')
      .innerJoin('pets', 'pets.id', 'pet_number')
      .select(['pets.pet_id', 'day', 'scans'])
      .where('user_id', '=', userId)
      .execute(),
    photos: await exportPhotos(stores, userId),
    care_feeds: await db.selectFrom('care_feeds').select('created_at').where('user_id', '=', userId).execute(),
    ...(await exportSubjects(stores, records)),
    payments: await db.selectFrom('payments').selectAll().where('id', 'in', someOf(paymentIds)).execute(),
    receipts: await db.selectFrom('receipts').selectAll().where('payment_id', 'in', someOf(paymentIds)).execute(),
    events_of_the_payment_provider: events.map((event) => ({ ...event, body: event.body.toString('utf8') })),
  }
}

/** A link that still works is not exported. */
async function exportMails(db: Db, records: RecordsOf, { email }: Contact): Promise<object[]> {
  const mails = await db
    .selectFrom('mails')
    .selectAll()
    .where(isMailOf({ userId: records.userId, email, abouts: aboutsOf(records) }))
    .execute()
  return mails.map((mail) => (holdsSecret(mail.kind) ? { ...mail, text: null, html: null, action_path: null } : mail))
}

/** Complaints, memberships and whatever else can be paid for, by the names of their tables. */
async function exportSubjects(stores: Stores, { subjectIds }: RecordsOf): Promise<Record<string, object[]>> {
  const exported: Record<string, object[]> = {}
  for (const purpose of PURPOSES) {
    const { table, privacy } = PURPOSE_RULES[purpose]
    exported[table] = await privacy.exportRows(stores, subjectIds[purpose])
  }
  return exported
}

// SQL has no empty list, and no record has the id 0.
const someOf = (ids: number[]) => (ids.length > 0 ? ids : [0])
