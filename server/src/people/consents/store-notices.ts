import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import { noticesIn, pastNotices } from '@petsetu/languages/notices.ts'
import type { Db } from '../../platform/db/pool.ts'

/** Keeps the texts of this version's notices, before anybody reads them, and of those before. Texts that are there stay as they are. */
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
