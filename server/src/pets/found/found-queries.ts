import type { FoundBy, FoundFields, FoundMessage, FoundThread, OwnThread } from '@petsetu/contract/pets/found.ts'
import { THREADS_LISTED_MAX } from '@petsetu/contract/pets/list-limits.ts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { dropHeld } from '../../people/push/queue-notice.ts'
import { isOneOf } from '../../platform/db/expressions.ts'
import { isoTimes } from '../../platform/db/iso-times.ts'
import type { Db } from '../../platform/db/pool.ts'
import { HttpError, notFound } from '../../platform/errors.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { deleteWaitingMails } from '../../platform/mail/mail-queries.ts'
import { dropScanMails } from '../lost/lost-queries.ts'
import { photoOf, photosColumn, type StoredPhoto } from '../photo-queries.ts'
import { insertFoundPhoto, type NewPhoto, photoForOwner } from './found-photos.ts'

type Row = Omit<
  FoundThread,
  'pet_photo' | 'is_new' | 'created_at' | 'last_message_at' | 'closed_at' | 'abuse_reported_at'
> & {
  photos: StoredPhoto[]
  created_at: Date
  last_message_at: Date
  closed_at: Date | null
  abuse_reported_at: Date | null
}

function asThread({ photos: [photo], ...row }: Row): FoundThread {
  return {
    ...isoTimes(row),
    pet_photo: photo ? photoOf(photo) : null,
    is_new: row.unread > 0,
  }
}

const IS_FINDERS = sql<boolean>`m.by = 'finder'`
// Owners are told of messages `m` of the foundation, too.
const isFor = (userId: number) => sql<boolean>`(m.by = 'finder' or m.by = 'foundation' and pets.user_id = ${userId})`

function selectThreads(db: Db, isCounted = IS_FINDERS) {
  return db
    .selectFrom('found_reports')
    .innerJoin('pets', 'pets.id', 'found_reports.pet_id')
    .select([
      'found_reports.id',
      'pets.pet_id',
      'pet_name',
      'found_reports.created_at',
      'last_message_at',
      'closed_at',
      'outcome',
      'abuse_reported_at',
      'abuse_reason',
    ])
    .select(
      sql<number>`(select count(*)::int from found_messages m where m.report_id = found_reports.id and ${isCounted}
        and (read_at is null or m.created_at > read_at))`.as('unread'),
    )
    .select(photosColumn)
}

function selectLastThreads(db: Db, isCounted = IS_FINDERS) {
  return selectThreads(db, isCounted)
    .orderBy('last_message_at', 'desc')
    .orderBy('found_reports.id', 'desc')
    .limit(THREADS_LISTED_MAX)
}

const lastPart = sql<OwnThread['last_part']>`case
  when exists (select from found_photos where message_id = found_messages.id) then 'photo'
  when contact is not null then 'contact'
  when lat is not null then 'location' end`.as('last_part')

/** Selects the first name, or the first place, that a finder of the thread gave. */
const firstGiven = (field: 'name' | 'place') => sql<string | null>`(select ${sql.ref(field)} from found_messages
  where report_id = found_reports.id and by = 'finder' and ${sql.ref(field)} is not null order by id limit 1)`

export async function listOwnThreads(db: Db, userId: number): Promise<OwnThread[]> {
  const rows = await selectLastThreads(db, isFor(userId))
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('found_messages')
          .select(['by as last_by', sql<string | null>`coalesce(message, place)`.as('last_message'), lastPart])
          .whereRef('report_id', '=', 'found_reports.id')
          .orderBy('id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['last_by', 'last_message', 'last_part'])
    .select([firstGiven('name').as('finder_name'), firstGiven('place').as('finder_place')])
    .where('pets.user_id', '=', userId)
    .execute()
  return rows.map(({ finder_name, finder_place, last_by, last_message, last_part, ...row }) => ({
    ...asThread(row),
    finder_name,
    finder_place,
    last_by,
    last_message,
    last_part,
  }))
}

/**
 * SQL condition on a thread: it was reported and is open, or its end says nothing about the report, because no admin has closed it or
 * read it since.
 */
export const WAITS_FOR_ADMIN = sql<boolean>`(abuse_reported_at is not null and (
  closed_at is null or outcome is distinct from 'closed' and not exists (
    select from found_openings opening
    where opening.report_id = found_reports.id and opening.opened_at >= found_reports.abuse_reported_at)))`

/** The reported threads. An admin reads their messages only after opening one, which is kept. */
export async function listAbuse(db: Db): Promise<FoundThread[]> {
  const rows = await selectLastThreads(db).where('abuse_reported_at', 'is not', null).execute()
  return rows.map(asThread)
}

export async function readThread(db: Db, id: number): Promise<FoundThread> {
  const row = await selectThreads(db)
    .where('found_reports.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('found_not_found'))
  return asThread(row)
}

export async function readWholeThread({ db, secretKey }: Pick<Deps, 'db' | 'secretKey'>, id: number, person: Person) {
  const row = await selectThreads(db, isFor(person.id))
    .leftJoin('found_mutes', 'found_mutes.pet_id', 'pets.id')
    .select('muted_until')
    .select(readByAdminAt)
    .where('found_reports.id', '=', id)
    .where(mayRead(person))
    .executeTakeFirst()
  if (!row) throw await refusal(db, id, person)
  const { muted_until, read_by_admin_at, ...thread } = row
  const isMuted = muted_until !== null && muted_until > new Date()
  return {
    ...asThread(thread),
    muted_until: isMuted ? muted_until.toISOString() : null,
    read_by_admin_at: read_by_admin_at?.toISOString() ?? null,
    messages: await listForOwner(db, secretKey, id),
  }
}

/** The messages with what only the owner sees, and with numbers that tell their finders apart. */
async function listForOwner(db: Db, key: Buffer, id: number): Promise<FoundMessage[]> {
  const messages = await listMessages(db, id)
  const finders = [...new Set(messages.filter(({ by }) => by === 'finder').map(({ finderId }) => finderId))]
  return messages.map(({ finderId, ...message }) => ({
    ...message,
    finder: message.by === 'finder' ? finders.indexOf(finderId) + 1 : null,
    photo: photoForOwner(message, key),
  }))
}

export const readByAdminAt = sql<Date | null>`(select max(opened_at) from found_openings
  where report_id = found_reports.id)`.as('read_by_admin_at')

/** SQL condition on a thread of a pet: its owner, or an admin who has opened it within the hour. */
function mayRead(person: Person) {
  if (person.role !== 'admin') return sql<boolean>`pets.user_id = ${person.id}`
  return sql<boolean>`(pets.user_id = ${person.id} or exists (select from found_openings opening
    where opening.report_id = found_reports.id and admin_id = ${person.id} and opened_at > now() - interval '1 hour'))`
}

/** An admin learns what is missing; for everybody else there is no such thread. */
async function refusal(db: Db, id: number, { role }: Person): Promise<HttpError> {
  if (role !== 'admin') return notFound('found_not_found')
  const { abuse_reported_at: reportedAt } = await readThread(db, id)
  return new HttpError(403, reportedAt ? 'found_needs_reason' : 'found_not_reported', { event: 'access-refused' })
}

/** Rejects with 403 unless somebody reported the thread: an admin neither reads nor ends another. */
export async function requireReported(db: Db, id: number): Promise<void> {
  const { abuse_reported_at: reportedAt } = await readThread(db, id)
  if (!reportedAt) throw new HttpError(403, 'found_not_reported', { event: 'access-refused' })
}

/** Lets an admin read a thread for an hour; 403 unless it was reported. */
export async function openReported(transaction: Db, id: number, adminId: number): Promise<void> {
  await requireReported(transaction, id)
  await transaction.insertInto('found_openings').values({ report_id: id, admin_id: adminId }).execute()
}

export async function lockThread(transaction: Db, id: number, person: Person) {
  const row = await transaction
    .selectFrom('found_reports')
    .innerJoin('pets', 'pets.id', 'found_reports.pet_id')
    .select([
      'found_reports.id',
      'found_reports.pet_id as petNumber',
      'closed_at',
      'outcome',
      'pets.user_id as ownerId',
    ])
    .where('found_reports.id', '=', id)
    .where(mayRead(person))
    .forNoKeyUpdate('found_reports')
    .executeTakeFirst()
  if (!row) throw await refusal(transaction, id, person)
  return row
}

const NEWS_MAILS = ['pet-found', 'found-message'] as const
const newsOf = (threadIds: number[]) => ({ kinds: NEWS_MAILS, abouts: threadIds.map((id) => `found ${id}`) })

// A message of the last half minute may have come after the page that its owner has seen.
const SETTLED_SECONDS = 30

/**
 * The owner has seen the thread, and is told of it neither in the morning nor by a mail that still waits; an admin who reads it changes
 * nothing.
 */
export async function markRead(db: Db, id: number, person: Person): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('found_reports')
    .from('pets')
    .set({ read_at: sql`now()` })
    .whereRef('pets.id', '=', 'found_reports.pet_id')
    .where('found_reports.id', '=', id)
    .where('pets.user_id', '=', person.id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await dropHeld(db, { userId: person.id, kind: 'found', about: `found ${id}` })
  await deleteWaitingMails(db, { ...newsOf([id]), settledSeconds: SETTLED_SECONDS })
}

/**
 * Closes a thread, deletes its mails that still wait, and counts its pet among those that came home; closing it again changes nothing and
 * returns false.
 */
export async function closeThread(transaction: Db, id: number, outcome: 'home' | 'closed'): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('found_reports')
    .set({ closed_at: sql`now()`, outcome })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await deleteWaitingMails(transaction, newsOf([id]))
  if (outcome === 'home') await countHomecoming(transaction, id)
  return true
}

/** Counts the pet, unless another thread of the last 30 days did: several people may report the same find. */
async function countHomecoming(transaction: Db, id: number): Promise<void> {
  await sql`
    insert into kept_counts (what, kind, part, rows, paise)
    select 'pets-home', 'all', counts_part(), 1, 0
    from found_reports report
    where id = ${id} and not exists (
      select from found_reports other
      where other.pet_id = report.pet_id and other.id <> report.id and other.outcome = 'home')
    on conflict (what, kind, part) do update set rows = kept_counts.rows + 1
  `.execute(transaction)
}

/** Mails about the pet that still wait are not sent; a digest after the mute tells of messages that are not read by then. */
export async function mutePet(db: Db, petNumber: number): Promise<void> {
  const until = sql<Date>`now() + interval '24 hours'`
  await db
    .insertInto('found_mutes')
    .values({ pet_id: petNumber, muted_until: until })
    .onConflict((same) => same.column('pet_id').doUpdateSet({ muted_until: until }))
    .execute()
  await dropScanMails(db, petNumber)
  const threads = await db.selectFrom('found_reports').select('id').where('pet_id', '=', petNumber).execute()
  const ids = threads.map(({ id }) => id)
  const dropped = await deleteWaitingMails(db, newsOf(ids))
  const untold = ids.filter((id) => dropped.includes(`found ${id}`))
  await db
    .updateTable('found_messages')
    .set({ mailed_at: null })
    .where('by', '=', 'finder')
    .where(isOneOf('report_id', untold))
    .execute()
}

/** The writer of a message. `finderId` is that of a further finder of the thread, and null for the first. */
type Writer = { by: FoundBy; finderId?: number | null }

export async function insertMessage(
  transaction: Db,
  reportId: number,
  { by, finderId = null }: Writer,
  { message, place, name, contact, lat, lon, accuracy, form_key }: Partial<FoundFields>,
  photo: NewPhoto | null = null,
): Promise<number> {
  const { id } = await transaction
    .insertInto('found_messages')
    .values({
      report_id: reportId,
      by,
      finder_id: finderId,
      message,
      place,
      name,
      contact,
      lat,
      lon,
      accuracy,
      form_key,
      location_agreed_at: lat === undefined ? undefined : sql`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (photo) await insertFoundPhoto(transaction, id, photo)
  await transaction
    .updateTable('found_reports')
    .set({ last_message_at: sql`now()` })
    .where('id', '=', reportId)
    .execute()
  return id
}

/** SQL condition on a message: the same again is a repeat. */
export const IS_RECENT = sql<boolean>`found_messages.created_at > now() - interval '10 minutes'`

/** SQL condition on a message: it says and shows the same. */
export function isSameContent(
  { message, place, name, contact, lat, lon }: Partial<FoundFields>,
  photoSha256: string | null,
) {
  return sql<boolean>`(message, place, found_messages.name, contact, lat, lon,
      (select sha256 from found_photos where message_id = found_messages.id)) is not distinct from
    (${message ?? null}::text, ${place ?? null}::text, ${name ?? null}::text, ${contact ?? null}::text,
     ${lat ?? null}::double precision, ${lon ?? null}::double precision, ${photoSha256}::text)`
}

export type StoredMessage = Awaited<ReturnType<typeof listMessages>>[number]

/** All messages of a thread. `finderId` is null for the first finder, and for anybody else. */
export async function listMessages(db: Db, reportId: number) {
  const rows = await db
    .selectFrom('found_messages')
    .leftJoin('found_photos', 'found_photos.message_id', 'found_messages.id')
    .select(['id', 'by', 'finder_id as finderId', 'message', 'found_messages.name', 'contact', 'place'])
    .select(['lat', 'lon', 'accuracy', 'created_at', 'width', 'height'])
    .where('report_id', '=', reportId)
    .orderBy('id')
    .execute()
  return rows.map(({ width, height, ...row }) => ({
    ...isoTimes(row),
    photo: width === null || height === null ? null : { width, height },
  }))
}
