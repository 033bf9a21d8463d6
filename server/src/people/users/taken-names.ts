import { foldCase } from '@petsetu/contract/platform/fold-case.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'

/**
 * True if another account has one of these names as its username or its e-mail address. People sign in with either, so nobody may
 * take somebody else's e-mail address as a username, or the other way round. Locks the names until the transaction ends, so that
 * of two concurrent sign-ups one is rejected. An address that another account can still get back is taken, too.
 */
export async function isTaken(transaction: Db, names: string[], exceptId = 0): Promise<boolean> {
  const keys = [...new Set(names.map(foldCase))].sort()
  await sql`select pg_advisory_xact_lock(hashtext('account name ' || key)) from unnest(${keys}::text[]) key`.execute(
    transaction,
  )
  const other = await transaction
    .selectFrom('users')
    .select('id')
    .where((where) => where.or([where('username_key', 'in', keys), where('email_key', 'in', keys)]))
    .where('id', '<>', exceptId)
    .union(
      transaction
        .selectFrom('email_undos')
        .select('user_id as id')
        .where('email_key', 'in', keys)
        .where('expires_at', '>', sql<Date>`now()`)
        .where('user_id', '<>', exceptId),
    )
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
