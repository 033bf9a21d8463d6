import { photoFile } from '@petsetu/contract/pets/pet-pictures.ts'
import { ERASED } from '@petsetu/contract/platform/removed.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import { sql } from 'kysely'
import { anyOf, type Contact, digitsIn, phoneKey } from '../../people/users/contact.ts'
import { eraseReasons } from '../../people/users/record-erasure.ts'
import { deleteInBatches, updateInBatches } from '../../platform/db/batches.ts'
import { daysAgo, idsOf, isOneOf } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { PlaceFile } from '../../platform/files/file-store.ts'

/** A person reads their own copy, an admin one of somebody who asked for it. */
export type Reader = 'person' | 'admin'

/** Retention in days, documented in docs/security.md. */
export const FOUND_DAYS_KEPT = { network: 1, afterClosing: 30, silent: 90 }

/** Ends old threads: they are deleted 30 days after they were closed, and closed after 90 days without a message. */
export async function forgetOldThreads(db: Db): Promise<void> {
  const { network, afterClosing, silent } = FOUND_DAYS_KEPT
  await updateInBatches(
    db,
    'found_reports',
    sql`network_key = null`,
    sql`network_key is not null and created_at < ${daysAgo(network)}`,
  )
  await updateInBatches(
    db,
    'found_reports',
    sql`closed_at = now(), outcome = 'silent'`,
    sql`closed_at is null and last_message_at < ${daysAgo(silent)}`,
  )
  await deleteInBatches(db, 'found_reports', sql`closed_at < ${daysAgo(afterClosing)}`)
  await deleteInBatches(db, 'found_mutes', sql`muted_until < now()`)
}

/**
 * The conversations about a person's pets, and what the person sent as a finder. A copy that an admin makes leaves out what others wrote
 * in a conversation that nobody has reported.
 */
export async function exportFound(
  db: Db,
  contact: Contact,
  { userId, readBy }: { userId: number | null; readBy: Reader },
  place: PlaceFile,
): Promise<Record<'found_reports' | 'found_openings' | 'found_messages', object[]>> {
  const reports = await db
    .selectFrom('found_reports')
    .innerJoin('pets', 'pets.id', 'found_reports.pet_id')
    .select(['found_reports.id', 'pets.pet_id', 'found_reports.created_at', 'read_at', 'closed_at', 'outcome'])
    .select(['abuse_reported_at', 'abuse_reason'])
    .where('pets.user_id', '=', userId)
    .execute()
  const reportIds = idsOf(reports)
  const openings = await db
    .selectFrom('found_openings')
    .select(['report_id', 'opened_at'])
    .where(isOneOf('report_id', reportIds))
    .orderBy('id')
    .execute()
  const messages = await db
    .selectFrom('found_messages')
    .leftJoin('found_photos', 'found_photos.message_id', 'found_messages.id')
    .selectAll('found_messages')
    .select('found_photos.name as photoName')
    .where(sql<boolean>`(report_id = any(${reportIds}::bigint[]) or ${isFrom(contact)})`)
    .$if(readBy === 'admin', (query) =>
      query.where(sql<boolean>`(by = 'owner' or ${isFrom(contact)} or report_id in (
        select id from found_reports where abuse_reported_at is not null))`),
    )
    .orderBy('id')
    .execute()
  const withPhotos = messages.map(async ({ photoName, ...message }) => ({
    ...message,
    photo: photoName && (await place(photoFile(photoName, 'large'))),
  }))
  return { found_reports: reports, found_openings: openings, found_messages: await Promise.all(withPhotos) }
}

export async function findThreadsOf(db: Db, contact: Contact): Promise<number[]> {
  const rows = await db
    .selectFrom('found_messages')
    .select('report_id')
    .distinct()
    .where(gaveContact(contact))
    .execute()
  return rows.map(({ report_id }) => report_id)
}

/** Removes what a person sent as a finder, and returns these numbers. Threads about own pets go with the account. */
export async function eraseFinder(db: Db, contact: Contact): Promise<number[]> {
  const rows = await db.selectFrom('found_messages').select('id').where(isFrom(contact)).execute()
  const ids = idsOf(rows)
  await eraseMessages(db, ids)
  return ids
}

/** With what admins wrote when they read these conversations. */
export async function eraseMessages(db: Db, ids: number[]): Promise<void> {
  const threads = await db.selectFrom('found_messages').select('report_id').where(isOneOf('id', ids)).execute()
  await eraseReasonsOf(db, threads)
  await db.deleteFrom('found_photos').where(isOneOf('message_id', ids)).execute()
  await db
    .updateTable('found_messages')
    .set({ message: ERASED, name: null, contact: null, place: null, lat: null, lon: null, accuracy: null })
    .where(isOneOf('id', ids))
    .execute()
}

/** Removes what admins wrote when they read conversations about the pets of an account, which go with it. */
export async function eraseReasonsOfOwner(db: Db, userId: number | null): Promise<void> {
  const threads = await db
    .selectFrom('found_reports')
    .innerJoin('pets', 'pets.id', 'found_reports.pet_id')
    .select('found_reports.id as report_id')
    .where('pets.user_id', '=', userId)
    .execute()
  await eraseReasonsOf(db, threads)
}

async function eraseReasonsOf(db: Db, threads: { report_id: number }[]): Promise<void> {
  await eraseReasons(db, 'thread', [...new Set(threads.map(({ report_id }) => report_id))])
}

/** SQL condition on a message of a finder: in its thread, this finder gave this e-mail address or phone number. */
function isFrom(contact: Contact) {
  return sql<boolean>`(by = 'finder' and (report_id, coalesce(finder_id, 0)) in (
    select report_id, coalesce(finder_id, 0) from found_messages where ${gaveContact(contact)}))`
}

/** SQL condition on a message of a finder: it has this e-mail address or phone number as contact. */
function gaveContact({ email, phone }: Contact) {
  const digits = phone && phoneKey(phone)
  return sql<boolean>`(by = 'finder' and ${anyOf(
    email && sql<boolean>`lower(normalize(contact, NFKC)) ~ ${patternOf(email)}`,
    digits && sql<boolean>`position(${digits} in ${digitsIn('contact')}) > 0`,
  )})`
}

/** A regular expression of PostgreSQL that finds this address in a text, but not within a longer address of somebody else. */
function patternOf(email: string): string {
  const literal = foldCase(email).replace(/[^\p{L}\p{N}]/gu, '\\$&')
  return `(?<![[:alnum:]._%+-])${literal}(?![[:alnum:]-]|\\.[[:alnum:]])`
}
