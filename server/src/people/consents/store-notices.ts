import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import { noticesIn } from '@petsetu/languages/notices.ts'
import type { Db } from '../../platform/db/pool.ts'

/** Keeps the texts of this version's notices, before anybody reads them. Those that are there stay as they are. */
export async function storeNotices(db: Db): Promise<void> {
  await db
    .insertInto('notices')
    .values(
      LANGUAGES.flatMap((language) =>
        noticesIn(language).map((notice) => ({ ...notice, language, version: NOTICE_VERSION })),
      ),
    )
    .onConflict((existing) => existing.columns(['version', 'purpose', 'language']).doNothing())
    .execute()
}
