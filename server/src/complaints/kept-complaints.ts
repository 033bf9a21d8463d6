import { type RawBuilder, sql } from 'kysely'
import type { MovedAccount } from '../payments/purpose-rules.ts'
import { hasEmail } from '../people/users/contact.ts'
import type { Db } from '../platform/db/pool.ts'

/**
 * SQL condition on a complaint: the account had confirmed its address when it left that for another one. An account that has confirmed the
 * address since has the complaint.
 */
export function isKeptFor(userId: number): RawBuilder<boolean> {
  return sql<boolean>`(complaints.account_id = ${userId} and not exists (
    select from users later
    where later.email_key = lower(normalize(complaints.email, NFKC)) and later.email_confirmed_at is not null
      and later.id <> complaints.account_id))`
}

/**
 * Notes whose the complaints are that were filed since the account has confirmed its address, because it is about to get another one. What
 * was filed with the address before that may be of whoever had it then.
 */
export async function keepComplaints(transaction: Db, { id, email, isEmailConfirmed }: MovedAccount): Promise<void> {
  if (isEmailConfirmed)
    await transaction
      .updateTable('complaints')
      .set({ account_id: id })
      .where(hasEmail(email))
      .where('created_at', '>=', ({ selectFrom }) =>
        selectFrom('users').select('email_confirmed_at').where('users.id', '=', id),
      )
      .execute()
}
