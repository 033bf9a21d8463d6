import { hash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ComplaintForm, ComplaintSource } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Reading, versionRead } from '../people/consents/record-consent.ts'
import { orRemoveFiles } from '../platform/db/database-errors.ts'
import { todayInIndia } from '../platform/db/expressions.ts'
import type { Db } from '../platform/db/pool.ts'
import { conflict } from '../platform/errors.ts'
import type { FileStore, ReceivedFile } from '../platform/files/file-store.ts'
import type { StoredAttachment } from '../platform/files/incoming-files.ts'
import type { CaseActor } from './case-events.ts'
import { asRows, FILE_COLUMNS, removeFiles, storeFiles } from './complaint-files.ts'

export type Submission = Reading & { form: ComplaintForm; files: ReceivedFile[] }

export type Filing = {
  db: Db
  attachments: FileStore
  /** Counts a submission for each of its contacts; rejects if there are too many. */
  limitRate: (form: ComplaintForm) => Promise<void>
  /** By the type of a complaint in lower case; `other` for all that are not named. */
  dueDays: () => Record<string, number>
}

/**
 * Files a complaint. A repeat with the same key and content returns the complaint that was filed; different content is rejected
 * with 409. Files and rows are stored together: a crash in between leaves at most files that the sweep removes.
 */
export async function fileComplaint(
  { db, attachments, limitRate, dueDays }: Filing,
  { form, files, ...reading }: Submission,
  idempotencyKey: string | null,
): Promise<Filed> {
  const contentHash = contentHashOf({ form, files })
  const existing = idempotencyKey && (await findByKey(db, idempotencyKey))
  if (existing) return unlessDifferent(existing, form, contentHash)
  await limitRate(form)
  const kept = await storeFiles(attachments, files)
  const stored = insertComplaint(db, {
    ...reading,
    form,
    files: kept,
    idempotencyKey,
    contentHash,
    ...dueDaysOf(dueDays(), form),
  })
  const filed = await orRemoveFiles(stored, () => removeFiles(attachments, kept))
  if (kept[0]?.name !== filed.filePath) await removeFiles(attachments, kept)
  return unlessDifferent(filed, form, contentHash)
}

export function dueDaysOf(
  dueDays: Record<string, number>,
  { type_of_complaint: type }: Pick<ComplaintForm, 'type_of_complaint'>,
): { dueDays?: number } {
  const named = type.toLowerCase()
  const days = Object.hasOwn(dueDays, named) ? dueDays[named] : dueDays.other
  return days === undefined ? {} : { dueDays: days }
}

/**
 * Details that were not given are left out, and the hashes of the files follow one another, so that a form without details and with
 * one file or none has the hash that it had before there was more.
 */
export function contentHashOf({ form, files }: Pick<Submission, 'form' | 'files'>): string {
  const [first = null, ...others] = files.map(({ sha256 }) => sha256)
  return hash('sha256', JSON.stringify([givenIn(form), first, ...others]), 'base64url')
}

function unlessDifferent(filed: FiledComplaint, form: ComplaintForm, contentHash: string): Filed {
  // Complaints from before the hash was stored are compared by their fields alone.
  const isSame =
    filed.contentHash === null ? isDeepStrictEqual(filed.form, givenIn(form)) : filed.contentHash === contentHash
  if (isSame) return filed
  throw conflict('different_content', 'errorSentences.differentComplaint')
}

export const GIVEN_COLUMNS = [
  'landmark',
  'lat',
  'lon',
  'accuracy',
  'offender',
  'vehicle',
  'witness',
  'fir_number',
  'about_tag',
] as const satisfies (keyof ComplaintForm)[]

export const NO_DETAILS = {
  landmark: null,
  lat: null,
  lon: null,
  accuracy: null,
  location_agreed_at: null,
  offender: null,
  vehicle: null,
  witness: null,
  fir_number: null,
  about_tag: null,
}

/** The details as columns, null where nothing was given, so that a correction also removes what was there. */
export function detailsOf(form: ComplaintForm) {
  const { landmark, lat, lon, accuracy, offender, vehicle, witness, fir_number, about_tag } = form
  return {
    landmark: landmark ?? null,
    lat: lat ?? null,
    lon: lon ?? null,
    accuracy: accuracy ?? null,
    location_agreed_at: lat === undefined ? null : sql<Date>`now()`,
    offender: offender ?? null,
    vehicle: vehicle ?? null,
    witness: witness ?? null,
    fir_number: fir_number ?? null,
    about_tag: about_tag ?? null,
  }
}

/** The fields of a form that say something. */
function givenIn<F extends object>(form: { [Field in keyof F]: F[Field] | null }): F {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => (value ?? null) !== null)) as F
}

export type NewComplaint = Reading & {
  form: ComplaintForm
  files: StoredAttachment[]
  idempotencyKey: string | null
  contentHash: string | null
  /** After how many days it is due; 5 by default. */
  dueDays?: number
  /** Whoever wrote it down; the complainant by default. `readBy` is the username of the admin who read the notice out. */
  entered?: { by: CaseActor; source: ComplaintSource; readBy?: string }
}

const BY_COMPLAINANT = { by: { role: 'complainant' }, source: 'form' } as const

const FORM_COLUMNS = [
  'fullname',
  'email',
  'phone',
  'type_of_complaint',
  'location_of_incident',
  'date_of_incident',
  'description',
  ...GIVEN_COLUMNS,
] as const satisfies (keyof ComplaintForm)[]

export type Filed = { id: number; createdAt: Date }

export type FiledComplaint = Pick<NewComplaint, 'form' | 'contentHash'> &
  Filed & {
    /** The name of its first file, by which its own are told from those of a repeated request. */
    filePath: string | null
  }

/** Inserts a complaint; returns the existing one with the same idempotency key if there is one. */
export async function insertComplaint(
  db: Db,
  {
    form,
    language,
    noticeVersion,
    files,
    idempotencyKey,
    contentHash,
    dueDays,
    entered = BY_COMPLAINANT,
  }: NewComplaint,
): Promise<FiledComplaint> {
  const key = idempotencyKey ?? randomUUID()
  const { by, source, readBy } = entered
  const filePath = files[0]?.name ?? null
  const purpose = readBy === undefined ? 'complaint' : 'complaint-spoken'
  // One statement: a trigger adds the first event to a complaint that has none at the end of the statement, as those of earlier programs, and
  // where its reply is lost, complaint and files are there or are not.
  const inserted = await db
    .with('filed', (query) =>
      query
        .insertInto('complaints')
        .values({
          ...form,
          ...detailsOf(form),
          language,
          file_path: filePath,
          idempotency_key: key,
          content_hash: contentHash,
          ...(dueDays !== undefined && { due_on: dueAfter(dueDays) }),
          source,
        })
        .onConflict((existing) => existing.column('idempotency_key').doNothing())
        .returning(['id', 'created_at']),
    )
    .with(
      'attached',
      () => sql`
        (insert into complaint_files (complaint_id, position, ${FILE_COLUMNS}, by_role)
        select filed.id, file.position - 1, ${FILE_COLUMNS}, 'complainant' from filed, ${asRows(files)})`,
    )
    .with(
      'consent',
      () => sql`
        (insert into consents (subject_id, at, purpose, notice_version, language, read_by)
        select id, created_at, ${purpose}, ${versionRead(purpose, noticeVersion)}, ${language},
          ${readBy ?? null}
        from filed)`,
    )
    .with(
      'event',
      () => sql`
        (insert into case_events (complaint_id, at, kind, by_role, by_user, after)
        select id, created_at, 'filed', ${by.role}, ${by.role === 'admin' ? by.userId : null}::bigint,
          ${source === 'form' ? null : source}
        from filed)`,
    )
    .selectFrom('filed')
    .select(['id', 'created_at'])
    .executeTakeFirst()
  const filed = inserted
    ? { id: inserted.id, createdAt: inserted.created_at, form, filePath, contentHash }
    : await findByKey(db, key)
  if (!filed) throw new Error('A complaint was neither inserted nor there before')
  return filed
}

/** The due day this many days after a day; after today where none is named. */
export function dueAfter(days: number, day: RawBuilder<string> = todayInIndia()): RawBuilder<string> {
  return sql<string>`${day} + ${days}::int`
}

export async function findByKey(db: Db, idempotencyKey: string): Promise<FiledComplaint | null> {
  const row = await db
    .selectFrom('complaints')
    .select(['id', 'created_at', 'file_path', 'content_hash', ...FORM_COLUMNS])
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  if (!row) return null
  const { id, created_at: createdAt, file_path: filePath, content_hash: contentHash, ...form } = row
  return { id, createdAt, filePath, contentHash, form: givenIn<ComplaintForm>(form) }
}
