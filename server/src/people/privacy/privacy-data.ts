import { foldCase } from '@petsetu/contract/platform/fold-case.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import type { Contact } from '../users/contact.ts'

type Person = { userId: number | null; contact: Contact }

/** SQL condition on a request: made from this account, or with this address. */
function isFrom({ userId, contact: { email } }: Person) {
  return sql<boolean>`(user_id = ${userId} or email_key = ${email ? foldCase(email) : null})`
}

export function exportRequests(db: Db, person: Person): Promise<object[]> {
  return db
    .selectFrom('privacy_requests')
    .select(['kind', 'email', 'language', 'note', 'created_at', 'due_on', 'done_at', 'answer'])
    .where(isFrom(person))
    .orderBy('id')
    .execute()
}

/** Deletes what is done. An open request stays, so that somebody answers it; an erasure loses its address once it is done. */
export async function eraseRequests(transaction: Db, person: Person): Promise<void> {
  await transaction.deleteFrom('privacy_requests').where('done_at', 'is not', null).where(isFrom(person)).execute()
  const { email } = person.contact
  if (email) await transaction.deleteFrom('privacy_codes').where('email_key', '=', foldCase(email)).execute()
}

/** Withdraws what was asked from an account whose owner deletes it. */
export async function withdrawRequests(transaction: Db, userId: number): Promise<void> {
  await transaction.deleteFrom('privacy_requests').where('user_id', '=', userId).execute()
}

export async function forgetRequests(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('privacy_requests')
    .where('done_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
  await db.deleteFrom('privacy_codes').where('expires_at', '<', sql<Date>`now()`).execute()
}
