import { foldCase } from '@petsetu/contract/platform/text.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { hashOfToken, newToken } from './one-time-links.ts'

export const UNDO_DAYS = 7

/** Creates the token of a link that gives an account its former address back, once. */
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

/**
 * Spends a link, and with it those of later changes: their addresses may be the thief's. Returns when the change
 * was made, or null if the link does not work any more; of two at the same moment one gets null.
 */
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

export async function deleteUndosTo(transaction: Db, email: string): Promise<void> {
  await transaction.deleteFrom('email_undos').where('email_key', '=', foldCase(email)).execute()
}

export async function deleteExpiredUndos(db: Db): Promise<void> {
  await db.deleteFrom('email_undos').where('expires_at', '<=', sql<Date>`now()`).execute()
}
