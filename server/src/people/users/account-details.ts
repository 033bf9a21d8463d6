import { foldCase } from '@petsetu/contract/platform/text.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { conflict, unauthorized } from '../../platform/errors.ts'
import { endLinksOf } from './one-time-links.ts'
import { isTaken } from './user-queries.ts'

export type AccountDetails = {
  id: number
  username: string
  email: string
  role: string
  language: Language | null
  phone: string | null
  isEmailConfirmed: boolean
  wantsReminders: boolean
}

const selectDetails = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'role', 'language', 'phone', 'wants_reminders as wantsReminders'])
    .select(sql<boolean>`email_confirmed_at is not null`.as('isEmailConfirmed'))
    .where('id', '=', userId)

/** Rejects with 401 if the account was deleted meanwhile. */
export function readAccountDetails(db: Db, userId: number): Promise<AccountDetails> {
  return selectDetails(db, userId).executeTakeFirstOrThrow(unauthorized)
}

/** Locks an account, or null. Whatever creates or spends its links locks it, so that none outlives a change. */
export async function lockAccount(transaction: Db, userId: number): Promise<AccountDetails | null> {
  return (await selectDetails(transaction, userId).forNoKeyUpdate().executeTakeFirst()) ?? null
}

/** The address by which the account's earlier complaints and memberships are found; null until it is confirmed. */
export async function findConfirmedEmail(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row?.email ?? null
}

/** The account whose confirmed address this is. */
export async function findAccountOf(db: Db, email: string): Promise<number | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', foldCase(email))
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function findPendingEmail(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('one_time_links')
    .select('email')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change-email')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.email ?? null
}

export async function confirmEmail(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_confirmed_at: sql`coalesce(email_confirmed_at, now())` })
    .where('id', '=', userId)
    .execute()
}

/** Gives an account the address that was just confirmed. All its links end. Rejects with 409 if another account has it. */
export async function changeEmail(transaction: Db, userId: number, email: string): Promise<void> {
  if (await isTaken(transaction, [email], userId)) throw conflict('email_taken')
  await transaction
    .updateTable('users')
    .set({ email, email_key: foldCase(email), email_confirmed_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
  await endLinksOf(transaction, userId)
}

export async function setPhone(db: Db, userId: number, phone: string | null): Promise<void> {
  await db.updateTable('users').set({ phone }).where('id', '=', userId).execute()
}
