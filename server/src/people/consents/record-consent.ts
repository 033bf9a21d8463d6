import type { ReminderKind } from '@petsetu/contract/office/mails.ts'
import { LANGUAGES, type Language } from '@petsetu/languages/languages.ts'
import { NOTICE_PURPOSES, NOTICE_VERSION, type NoticePurpose } from '@petsetu/languages/notice-version.ts'
import { noticesIn, pastNotices } from '@petsetu/languages/notices.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { languageOf } from '../../platform/languages/request-language.ts'

/** Says how a notice was read. `noticeVersion` is named by the script of its page, which may be older than this program. */
export type Reading = { language: Language; noticeVersion?: string | undefined }

type Consent = Reading & {
  purpose: NoticePurpose
  subjectId: number
  isGiven?: boolean
  /** The username of the admin who read the notice out; without one the person read it. */
  readBy?: string
  reminderKind?: ReminderKind
}

/** Tells how the notice beside a form was read. Without a script nothing names a version, and it counts as the present one. */
export function readingOf(request: FastifyRequest): Reading {
  const version = request.headers['notice-version']
  return { language: languageOf(request), noticeVersion: typeof version === 'string' ? version : undefined }
}

/** SQL: the version that was named, if there is such a notice, else the present one. */
export const versionRead = (purpose: NoticePurpose, noticeVersion: string | undefined) =>
  sql<string>`coalesce((
    select version from notices
    where notices.version = ${noticeVersion ?? null} and notices.purpose = ${purpose} limit 1), ${NOTICE_VERSION})`

const versionOf = ({ purpose, noticeVersion }: Pick<Consent, 'purpose' | 'noticeVersion'>) =>
  noticeVersion === undefined ? NOTICE_VERSION : versionRead(purpose, noticeVersion)

const rowOf = ({ purpose, subjectId, language, noticeVersion, isGiven = true, readBy, reminderKind }: Consent) => ({
  purpose,
  subject_id: subjectId,
  notice_version: versionOf({ purpose, noticeVersion }),
  language,
  is_given: isGiven,
  read_by: readBy ?? null,
  reminder_kind: reminderKind ?? null,
})

export async function recordConsent(transaction: Db, consent: Consent): Promise<void> {
  await transaction.insertInto('consents').values(rowOf(consent)).execute()
}

/** Records it unless the person has agreed to this version before. */
export async function recordConsentOnce(transaction: Db, consent: Consent): Promise<void> {
  const known = await transaction
    .selectFrom('consents')
    .select('id')
    .where('purpose', '=', consent.purpose)
    .where('subject_id', '=', consent.subjectId)
    .where('notice_version', '=', versionOf(consent))
    .executeTakeFirst()
  if (!known) await recordConsent(transaction, consent)
}

export async function noteReader(
  transaction: Db,
  { purpose, subjectId, readBy }: Pick<Consent, 'purpose' | 'subjectId'> & { readBy: string },
): Promise<void> {
  await transaction
    .updateTable('consents')
    .set({ read_by: readBy })
    .where('purpose', '=', purpose)
    .where('subject_id', '=', subjectId)
    .execute()
}

/** Marks what was agreed to as withdrawn, all of it or for one kind of reminders; the row stays as the history. */
export async function withdrawConsent(
  transaction: Db,
  { purpose, subjectId, reminderKind }: Pick<Consent, 'purpose' | 'subjectId' | 'reminderKind'>,
): Promise<void> {
  await transaction
    .updateTable('consents')
    .set({ withdrawn_at: sql`now()` })
    .where('purpose', '=', purpose)
    .where('subject_id', '=', subjectId)
    .where((where) => (reminderKind ? where('reminder_kind', '=', reminderKind) : where.lit(true)))
    .where('is_given', '=', true)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** The notices that a person has seen, by the ids of what was sent. */
export function exportConsents(db: Db, subjects: Record<NoticePurpose, number[]>): Promise<object[]> {
  return db
    .selectFrom('consents')
    .select(['purpose', 'subject_id', 'notice_version', 'language', 'at', 'is_given', 'withdrawn_at', 'reminder_kind'])
    .where((where) =>
      where.or(
        NOTICE_PURPOSES.map((purpose) =>
          where.and([
            where('purpose', '=', purpose),
            where('subject_id', '=', where.fn.any(where.val(subjects[purpose]))),
          ]),
        ),
      ),
    )
    .orderBy('id')
    .execute()
}

/** Stores the texts of all notices before anybody reads them; those that are there stay. */
export async function storeNotices(db: Db): Promise<void> {
  const current = LANGUAGES.flatMap((language) =>
    noticesIn(language).map((notice) => ({ ...notice, language, version: NOTICE_VERSION })),
  )
  // A version begins with the day of its release.
  const past = pastNotices().map((notice) => ({ ...notice, first_seen_at: new Date(notice.version.slice(0, 10)) }))
  for (const notices of [current, past])
    await db
      .insertInto('notices')
      .values(notices)
      .onConflict((existing) => existing.columns(['version', 'purpose', 'language']).doNothing())
      .execute()
}
