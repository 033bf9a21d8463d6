import type { Language } from '@petsetu/languages/languages.ts'
import { NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import type { Db } from '../db/pool.ts'

/** The forms that say what is kept and why. */
export type ConsentPurpose = 'signup' | 'complaint' | 'membership' | 'donation' | 'found'

/** Records which notice stood beside the form, in the transaction that stores what was sent. */
export async function recordConsent(
  transaction: Db,
  { purpose, subjectId, language }: { purpose: ConsentPurpose; subjectId: number; language: Language },
): Promise<void> {
  await transaction
    .insertInto('consents')
    .values({ purpose, subject_id: subjectId, notice_version: NOTICE_VERSION, language })
    .execute()
}

/** The notices that a person has seen, by the ids of what was sent. */
export function exportConsents(db: Db, subjects: Record<ConsentPurpose, number[]>): Promise<object[]> {
  return db
    .selectFrom('consents')
    .select(['purpose', 'subject_id', 'notice_version', 'language', 'at'])
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
