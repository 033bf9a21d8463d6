import { hash, randomBytes } from 'node:crypto'
import { mailKinds } from '@petsetu/contract/office/mails.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import { sql } from 'kysely'
import { deleteInBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/pool.ts'
import { hasEmail } from './contact.ts'

export const RESET_MINUTES = mailKinds['reset-password'].goodForMinutes
const CONFIRM_MINUTES = mailKinds['confirm-email'].goodForMinutes
export const CONFIRM_DAYS = CONFIRM_MINUTES / (24 * 60)

const MINUTES_VALID = {
  'reset-password': RESET_MINUTES,
  'confirm-email': CONFIRM_MINUTES,
  'change-email': CONFIRM_MINUTES,
}

export type LinkPurpose = keyof typeof MINUTES_VALID

export type Link = { userId: number; purpose: LinkPurpose; email: string }

/** Creates a link's token, stored as its SHA-256, in place of the account's previous one for this purpose. */
export async function createLink(transaction: Db, { userId, purpose, email }: Link): Promise<string> {
  const token = newToken()
  const row = {
    hash: hashOfToken(token),
    email,
    created_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + make_interval(mins => ${MINUTES_VALID[purpose]})`,
  }
  await transaction
    .insertInto('one_time_links')
    .values({ user_id: userId, purpose, ...row })
    .onConflict((same) => same.columns(['user_id', 'purpose']).doUpdateSet(row))
    .execute()
  return token
}

/** The link of a token, if it is for one of these purposes and still works. It is not spent. */
export async function findLink(db: Db, token: string, purposes: readonly LinkPurpose[]): Promise<Link | null> {
  const link = await db
    .selectFrom('one_time_links')
    .select(['user_id as userId', 'purpose', 'email'])
    .where('hash', '=', hashOfToken(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  const purpose = purposes.find((known) => known === link?.purpose)
  return link && purpose ? { ...link, purpose } : null
}

/** Spends a link. False if it does not work any more; of two at the same moment one gets true. */
export async function spendLink(transaction: Db, token: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('one_time_links')
    .where('hash', '=', hashOfToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Keeps the token of a link that has changed an address: from now on it says that this address is confirmed. */
export async function keepAsConfirmed(transaction: Db, token: string, { userId, email }: Link): Promise<void> {
  const purpose = 'confirm-email'
  const expires_at = sql<Date>`now() + make_interval(mins => ${MINUTES_VALID[purpose]})`
  await transaction
    .insertInto('one_time_links')
    .values({ hash: hashOfToken(token), user_id: userId, purpose, email, expires_at })
    .execute()
}

export async function endLinksOf(transaction: Db, userId: number): Promise<void> {
  await transaction.deleteFrom('one_time_links').where('user_id', '=', userId).execute()
}

export async function endAllLinks(db: Db): Promise<void> {
  await db.deleteFrom('one_time_links').execute()
}

export async function endLink(transaction: Db, userId: number, purpose: LinkPurpose): Promise<void> {
  await transaction.deleteFrom('one_time_links').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
}

/** Ends the links to an address, also of an account that wants to have it. */
export async function deleteLinksTo(transaction: Db, email: string): Promise<void> {
  await transaction.deleteFrom('one_time_links').where(hasEmail(email)).execute()
}

const IS_OVER = sql<boolean>`expires_at <= now()`

export async function deleteExpiredLinks(db: Db): Promise<void> {
  await deleteInBatches(db, 'one_time_links', IS_OVER)
}

const TOKEN_BYTES = 32

/** A token of 256 random bits, for a session, a link in a mail or the address of a calendar feed. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

export const hashOfToken = (token: string): Buffer => hash('sha256', token, 'buffer')

export const UNDO_DAYS = 7

export async function createUndo(transaction: Db, { id, email }: { id: number; email: string }): Promise<string> {
  const token = newToken()
  await transaction
    .insertInto('email_undos')
    .values({
      hash: hashOfToken(token),
      user_id: id,
      email,
      email_key: foldCase(email),
      created_at: sql<Date>`clock_timestamp()`,
      expires_at: sql<Date>`now() + make_interval(days => ${UNDO_DAYS})`,
    })
    .execute()
  return token
}

/** The account and the former address of a link that still works. It is not spent. */
export async function findUndo(db: Db, token: string): Promise<{ userId: number; email: string } | null> {
  const row = await db
    .selectFrom('email_undos')
    .select(['user_id as userId', 'email'])
    .where('hash', '=', hashOfToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row ?? null
}

/** Spends a link, and those of later changes, maybe a thief's. Returns when the change was made, or null. */
export async function spendUndo(transaction: Db, token: string): Promise<Date | null> {
  const spent = await transaction
    .deleteFrom('email_undos')
    .where('hash', '=', hashOfToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id', 'created_at'])
    .executeTakeFirst()
  if (!spent) return null
  await transaction
    .deleteFrom('email_undos')
    .where('user_id', '=', spent.user_id)
    .where('created_at', '>=', spent.created_at)
    .execute()
  return spent.created_at
}

export async function deleteUndosOf(transaction: Db, userId: number): Promise<void> {
  await transaction.deleteFrom('email_undos').where('user_id', '=', userId).execute()
}

export async function deleteAllUndos(db: Db): Promise<void> {
  await db.deleteFrom('email_undos').execute()
}

export async function deleteUndosTo(transaction: Db, email: string): Promise<void> {
  await transaction.deleteFrom('email_undos').where('email_key', '=', foldCase(email)).execute()
}

export async function deleteExpiredUndos(db: Db): Promise<void> {
  await deleteInBatches(db, 'email_undos', IS_OVER)
}
