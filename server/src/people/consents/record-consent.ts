import type { Language } from '@petsetu/languages/languages.ts'
import { NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import type { Db } from '../../platform/db/pool.ts'

/** The forms that say what is kept and why, and the choice of reminders, which can be withdrawn. */
export type ConsentPurpose = 'signup' | 'complaint' | 'membership' | 'donation' | 'found' | 'reminders'

type Consent = { purpose: ConsentPurpose; subjectId: number; language: Language; isGiven?: boolean }

/** Records which notice stood beside the form, in the transaction that stores what was sent. */
export async function recordConsent(
  transaction: Db,
  { purpose, subjectId, language, isGiven = true }: Consent,
): Promise<void> {
  await transaction
    .insertInto('consents')
    .values({ purpose, subject_id: subjectId, notice_version: NOTICE_VERSION, language, is_given: isGiven })
    .execute()
}

/** The notices that a person has seen, by the ids of what was sent. */
export function exportConsents(db: Db, subjects: Record<ConsentPurpose, number[]>): Promise<object[]> {
  return db
    .selectFrom('consents')
    .select(['purpose', 'subject_id', 'notice_version', 'language', 'at', 'is_given'])
    .where((where) =>
      where.or(
        Object.entries(subjects).map(([purpose, ids]) =>
          where.and([where('purpose', '=', purpose), where('subject_id', '=', where.fn.any(where.val(ids)))]),
        ),
      ),
    )
    .orderBy('id')
    .execute()
}
