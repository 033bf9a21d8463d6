import type { Language } from '@petsetu/languages/languages.ts'
import type { Db } from '../../platform/db/pool.ts'
import { MAIL_LANGUAGE } from './mail-language.ts'
import { hashOfToken, newToken } from './one-time-links.ts'

type FeedOwner = { userId: number; language: Language | null }

/** Gives the account a new token, which replaces the one before; only its SHA-256 is stored. */
export async function renewFeed(db: Db, userId: number): Promise<string> {
  const token = newToken()
  const row = { token_hash: hashOfToken(token), created_at: new Date() }
  await db
    .insertInto('care_feeds')
    .values({ user_id: userId, ...row })
    .onConflict((feed) => feed.column('user_id').doUpdateSet(row))
    .execute()
  return token
}

export async function revokeFeed(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('care_feeds').where('user_id', '=', userId).execute()
}

export async function revokeAllFeeds(db: Db): Promise<void> {
  await db.deleteFrom('care_feeds').execute()
}

export async function feedSince(db: Db, userId: number): Promise<Date | null> {
  const row = await db.selectFrom('care_feeds').select('created_at').where('user_id', '=', userId).executeTakeFirst()
  return row?.created_at ?? null
}

/** The owner of a feed. The language is that of mails, because the request is one of a calendar program. */
export async function findFeedOwner(db: Db, token: string): Promise<FeedOwner | null> {
  const row = await db
    .selectFrom('care_feeds')
    .innerJoin('users', 'users.id', 'care_feeds.user_id')
    .select(['users.id as userId', MAIL_LANGUAGE.as('language')])
    .where('token_hash', '=', hashOfToken(token))
    .executeTakeFirst()
  return row ?? null
}
