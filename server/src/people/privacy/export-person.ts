import { Readable } from 'node:stream'
import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import { sql } from 'kysely'
import { exportPayLinks } from '../../payments/pay-links.ts'
import { exportCommunity } from '../../pets/community/carers.ts'
import { exportCertificateFiles } from '../../pets/community/certificate-files.ts'
import { exportFound, findThreadsOf, type Reader } from '../../pets/found/found-privacy.ts'
import { exportLost } from '../../pets/lost/lost-queries.ts'
import { exportPhotos } from '../../pets/photo-queries.ts'
import { idsOf, isOneOf } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { contentOf, type PlaceFile, type Stores } from '../../platform/files/file-store.ts'
import { streamZip } from '../../platform/files/stream-zip.ts'
import { exportAddress, isMailOf } from '../../platform/mail/mail-queries.ts'
import { PURPOSE_RULES } from '../../purposes.ts'
import { exportConsents } from '../consents/record-consent.ts'
import { exportGrievances } from '../grievances/grievance-queries.ts'
import { exportDevices } from '../push/push-devices.ts'
import type { Contact, Identity } from '../users/contact.ts'
import { exportCorrections } from '../users/stored-corrections.ts'
import { exportBreachPeople, exportRequests } from './privacy-data.ts'
import { findRecordsOf, isAbout, mailSubjectKeys, type RecordsOf } from './records-of.ts'

export function exportIdentity({ db, attachments }: Stores, identity: Identity): Promise<Record<string, unknown>> {
  return exportRecords(db, identity, (name) => contentOf(attachments, name), 'person')
}

/** A person's data as a zip: `data.json`, which names missing files, and the files below `files/`. */
export async function zipPerson(
  { db, attachments }: Stores,
  identity: Identity,
  readBy: Reader = 'person',
): Promise<Readable> {
  const names: string[] = []
  const place = async (name: string) => {
    names.push(name)
    return pathOf(name)
  }
  const data = await exportRecords(db, identity, place, readBy)
  return streamZip(attachments, async (zip, addFile) => {
    const missing: string[] = []
    for (const name of names) if (!(await addFile(name, pathOf(name)))) missing.push(pathOf(name))
    // Last, because only now it is known which files are missing.
    zip.addReadStream(Readable.from(textOf({ ...data, missing_files: missing })), 'data.json')
  })
}

const ROWS_AT_ONCE = 500

/** The data as JSON, a part after the other: all of somebody who has very much would hold up everybody else. */
function* textOf(data: Record<string, unknown>): Generator<string> {
  for (const [index, [name, value]] of Object.entries(data).entries()) {
    yield `${index === 0 ? '{' : ','}\n${JSON.stringify(name)}: `
    const rows = Array.isArray(value) ? value : null
    if (rows === null || rows.length === 0) yield JSON.stringify(value)
    for (let first = 0; rows && first < rows.length; first += ROWS_AT_ONCE) {
      const isLast = first + ROWS_AT_ONCE >= rows.length
      const part = JSON.stringify(rows.slice(first, first + ROWS_AT_ONCE), null, 2)
      yield `${first === 0 ? '[' : ','}${part.slice(1, -1)}${isLast ? ']' : ''}`
    }
  }
  yield '\n}\n'
}

const pathOf = (name: string) => `files/${name}`

/** Everything stored about a person, as it is in the tables, except the password hash and other secrets. */
async function exportRecords(
  db: Db,
  identity: Identity,
  place: PlaceFile,
  readBy: Reader,
): Promise<Record<string, unknown>> {
  const records = await findRecordsOf(db, identity)
  const { contact } = identity
  const { userId } = records
  const pets = await db.selectFrom('pets').select('id').where('user_id', '=', userId).execute()
  const petIds = idsOf(pets)
  return {
    ...(await exportAccount(db, userId)),
    mails: await exportMails(db, records, contact),
    ...(await exportDevices(db, { userId, complaintIds: records.subjectIds.complaint })),
    ...(await exportFound(db, contact, { userId, readBy }, place)),
    ...(await exportAddress(db, contact.email)),
    ...(await exportPets(db, userId, place)),
    privacy_requests: await exportRequests(db, { userId, contact }),
    breach_people: await exportBreachPeople(db, { userId, contact }),
    grievances: await exportGrievances(db, contact),
    consents: await exportConsents(db, {
      ...records.subjectIds,
      'complaint-spoken': records.subjectIds.complaint,
      signup: userId === null ? [] : [userId],
      adult: userId === null ? [] : [userId],
      reminders: userId === null ? [] : [userId],
      pet: petIds,
      lost: petIds,
      found: await findThreadsOf(db, contact),
    }),
    ...(await exportSubjects(db, records, place)),
    pay_links: await exportLinks(db, records),
    corrections: await exportAllCorrections(db, records),
    ...(await exportPayments(db, records)),
    audit: await exportAudit(db, records, petIds),
    events_of_the_payment_provider: await exportEvents(db, records, identity),
  }
}

/** The mails without what they say: a link in one may confirm an address, replace a password or stop reminders. */
function exportMails(db: Db, records: RecordsOf, { email }: Contact): Promise<object[]> {
  return db
    .selectFrom('mails')
    .select([
      'kind',
      'about',
      'to_address',
      'language',
      'subject',
      'state',
      'failure',
      'last_error',
      'created_at',
      'sent_at',
    ])
    .where(isMailOf({ userId: records.userId, email, abouts: mailSubjectKeys(records) }))
    .execute()
}

async function exportSubjects(db: Db, { subjectIds }: RecordsOf, place: PlaceFile): Promise<Record<string, object[]>> {
  const exported: Record<string, object[]> = {}
  for (const purpose of PURPOSES) {
    const { table, privacy } = PURPOSE_RULES[purpose]
    exported[table] = await privacy.exportRows(db, subjectIds[purpose], place)
  }
  return exported
}

function exportAudit(db: Db, { userId, subjectIds, payments }: RecordsOf, petIds: number[]): Promise<object[]> {
  const objects: [kind: string, id: string][] = [
    ...(userId === null ? [] : [userId]).map((id): [string, string] => ['user', String(id)]),
    ...petIds.map((id): [string, string] => ['pet', String(id)]),
    ...PURPOSES.flatMap((purpose) => subjectIds[purpose].map((id): [string, string] => [purpose, String(id)])),
    ...payments.map(({ id }): [string, string] => ['payment', String(id)]),
  ]
  return db
    .selectFrom('audit')
    .select(['at', 'action', 'object_kind', 'object_id', 'before', 'after', 'reason'])
    .where(
      sql<boolean>`(object_id, object_kind) in (
        select id, kind from unnest(${objects.map(([kind]) => kind)}::text[], ${objects.map(([, id]) => id)}::text[]) object (kind, id))`,
    )
    .orderBy('id')
    .execute()
}

async function exportAllCorrections(db: Db, { subjectIds }: RecordsOf): Promise<object[]> {
  const rows = await Promise.all(PURPOSES.map((purpose) => exportCorrections(db, purpose, subjectIds[purpose])))
  return rows.flat()
}

async function exportLinks(db: Db, { subjectIds }: RecordsOf): Promise<object[]> {
  const links = await Promise.all(PURPOSES.map((purpose) => exportPayLinks(db, purpose, subjectIds[purpose])))
  return links.flat()
}

async function exportEvents(db: Db, records: RecordsOf, identity: Identity): Promise<object[]> {
  const events = await db.selectFrom('webhook_inbox').selectAll().where(isAbout(records, identity)).execute()
  return events.map((event) => ({ ...event, body: event.body.toString('utf8') }))
}

async function exportPets(db: Db, userId: number | null, place: PlaceFile): Promise<Record<string, object[]>> {
  return {
    pets: await db.selectFrom('pets').selectAll().where('user_id', '=', userId).execute(),
    care_records: await db
      .selectFrom('care_records')
      .innerJoin('pets', 'pets.id', 'pet_number')
      .select(['pets.pet_id', 'kind', 'product', 'day', 'valid_until', 'vet', 'note', 'care_records.created_at'])
      .where('user_id', '=', userId)
      .execute(),
    care_reminders: await db
      .selectFrom('care_reminders')
      .select(['valid_until', 'days', 'told_on'])
      .where('user_id', '=', userId)
      .execute(),
    found_mutes: await db
      .selectFrom('found_mutes')
      .innerJoin('pets', 'pets.id', 'found_mutes.pet_id')
      .select(['pets.pet_id', 'muted_until'])
      .where('user_id', '=', userId)
      .execute(),
    scan_days: await db
      .selectFrom('scan_days')
      .innerJoin('pets', 'pets.id', 'pet_number')
      .select(['pets.pet_id', 'day', 'scans'])
      .where('user_id', '=', userId)
      .execute(),
    ...(await exportCommunity(db, userId)),
    certificate_files: await exportCertificateFiles(db, userId, place),
    lost_pets: await exportLost(db, userId),
    photos: await exportPhotos(db, userId, place),
    camp_helpers: await db
      .selectFrom('camp_helpers')
      .innerJoin('camps', 'camps.id', 'camp_id')
      .select(['name as camp', 'added_at'])
      .where('user_id', '=', userId)
      .execute(),
    camp_works: await db
      .selectFrom('camp_works')
      .innerJoin('camps', 'camps.id', 'camp_id')
      .select(['name as camp', 'kind', 'at'])
      .where('by_user', '=', userId)
      .execute(),
    camp_repeats: await db
      .selectFrom('camp_repeats')
      .innerJoin('camp_works', 'camp_works.key', 'work_key')
      .innerJoin('camps', 'camps.id', 'camp_id')
      .select(['name as camp', 'kind', 'camp_repeats.at'])
      .where('camp_repeats.by_user', '=', userId)
      .execute(),
    care_feeds: await db.selectFrom('care_feeds').select('created_at').where('user_id', '=', userId).execute(),
  }
}

async function exportPayments(
  db: Db,
  { payments, providerOrderIds }: Pick<RecordsOf, 'payments' | 'providerOrderIds'>,
): Promise<Record<string, object[]>> {
  const paymentIds = idsOf(payments)
  const isOfThem = isOneOf('payment_id', paymentIds)
  return {
    payment_orders: await db
      .selectFrom('payment_orders')
      .select(['id', 'purpose', 'subject_id', 'amount_paise', 'provider_order_id', 'status', 'created_at'])
      .select('last_opened_at')
      .where(sql<boolean>`provider_order_id = any(${providerOrderIds}::text[])`)
      .execute(),
    refunds: await db
      .selectFrom('refunds')
      .select(['payment_id', 'provider_refund_id', 'amount_paise', 'status', 'created_at'])
      .where(isOfThem)
      .execute(),
    payment_journal: await db.selectFrom('payment_journal').selectAll().where(isOfThem).execute(),
    payments: await db.selectFrom('payments').selectAll().where(isOneOf('id', paymentIds)).execute(),
    desk_payments: await db
      .selectFrom('desk_payments')
      .select(['payment_id', 'mode', 'reference', 'bank', 'cheque_date', 'state'])
      .select(['taken_at', 'decided_at', 'voided_at', 'void_reason'])
      .where(isOfThem)
      .execute(),
    refund_receipts: await db.selectFrom('refund_receipts').selectAll().where(isOfThem).execute(),
    receipts: await db.selectFrom('receipts').selectAll().where(isOfThem).execute(),
  }
}

async function exportAccount(db: Db, userId: number | null): Promise<Record<string, object[]>> {
  return {
    account: await db
      .selectFrom('users')
      .select(['id', 'username', 'email', 'role', 'duties', 'language', 'phone'])
      .select(['email_confirmed_at', 'last_seen_at', 'created_at', 'wants_reminders', 'is_carer'])
      .where('id', '=', userId)
      .execute(),
    sessions: await db
      .selectFrom('sessions')
      .select(['id', 'browser', 'system', 'created_at', 'last_used_at', 'by_passkey'])
      .where('user_id', '=', userId)
      .execute(),
    second_factors: await db
      .selectFrom('second_factors')
      .select(['created_at', 'confirmed_at'])
      .where('user_id', '=', userId)
      .execute(),
    passkeys: await db
      .selectFrom('passkeys')
      .select(['name', 'transports', 'can_be_backed_up', 'is_backed_up', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .execute(),
    one_time_links: await db
      .selectFrom('one_time_links')
      .select(['purpose', 'email', 'created_at', 'expires_at'])
      .where('user_id', '=', userId)
      .execute(),
    email_undos: await db
      .selectFrom('email_undos')
      .select(['email', 'created_at', 'expires_at'])
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
  }
}
