import { randomUUID } from 'node:crypto'
import type { ComplaintSource } from '@petsetu/contract/complaints/case-values.ts'
import type { ComplaintForm } from '@petsetu/contract/complaints/complaint-form.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import { sql } from 'kysely'
import { todayInIndia } from '../platform/db/indian-days.ts'
import type { Db } from '../platform/db/pool.ts'
import type { KeptFile } from '../platform/files/kept-file.ts'
import type { CaseActor } from './case-events.ts'
import { detailsOf, GIVEN_COLUMNS, givenIn } from './complaint-details.ts'
import { asRows, FILE_COLUMNS } from './complaint-files.ts'

export type NewComplaint = {
  form: ComplaintForm
  language: Language
  /** Its stored files, in their order. */
  files: KeptFile[]
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

/** The parts of a complaint's reference. */
export type Filed = { id: number; createdAt: Date }

export type FiledComplaint = Pick<NewComplaint, 'form' | 'contentHash'> &
  Filed & {
    /** The name of its first file, by which its own are told from those of a repeated request. */
    filePath: string | null
  }

/** Inserts a complaint; returns the existing one with the same idempotency key if there is one. */
export async function insertComplaint(
  db: Db,
  { form, language, files, idempotencyKey, contentHash, dueDays, entered = BY_COMPLAINANT }: NewComplaint,
): Promise<FiledComplaint> {
  const key = idempotencyKey ?? randomUUID()
  const { by, source, readBy } = entered
  const filePath = files[0]?.name ?? null
  // One statement, so that complaint, files, consent and first event are stored together without a transaction's round trips.
  const inserted = await db
    .with('filed', (query) =>
      query
        .insertInto('complaints')
        .values({
          ...form,
          ...detailsOf(form),
          ...{ language, file_path: filePath, idempotency_key: key, content_hash: contentHash },
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
    .with('consent', (query) =>
      query
        .insertInto('consents')
        .columns(['purpose', 'subject_id', 'notice_version', 'language', 'read_by'])
        .expression(
          query
            .selectFrom('filed')
            .select(({ val }) => [
              val(readBy === undefined ? 'complaint' : 'complaint-spoken').as('purpose'),
              'id as subject_id',
              val(NOTICE_VERSION).as('notice_version'),
              val(language).as('language'),
              val(readBy ?? null).as('read_by'),
            ]),
        ),
    )
    .with('event', (query) =>
      query
        .insertInto('case_events')
        .columns(['complaint_id', 'by_role', 'by_user', 'kind', 'after'])
        .expression(
          query
            .selectFrom('filed')
            .select(({ val }) => [
              'id as complaint_id',
              val(by.role).as('by_role'),
              val(by.role === 'admin' ? by.userId : null).as('by_user'),
              val('filed').as('kind'),
              val(source === 'form' ? null : source).as('after'),
            ]),
        ),
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

/** The day on which a complaint is due that is filed now. */
function dueAfter(days: number) {
  return sql<string>`${todayInIndia()} + ${days}::int`
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
