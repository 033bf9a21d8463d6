import { sql } from 'kysely'
import { deletePayLinks } from '../../payments/pay-links.ts'
import { ERASED } from '../../people/users/contact.ts'
import { deleteCorrections } from '../../people/users/stored-corrections.ts'
import type { Db } from '../../platform/db/pool.ts'

/** Memberships as they are in the table. */
export function exportMemberships(db: Db, ids: number[]): Promise<object[]> {
  return db.selectFrom('memberships').selectAll().where(isOneOf(ids)).execute()
}

export async function eraseMemberships(transaction: Db, ids: number[]): Promise<void> {
  await transaction
    .updateTable('memberships')
    .set({ username: ERASED, name: ERASED, email: '', phone: '', address: '', why_join: '' })
    // The key is a hash of the personal details, so guessing them would confirm who it was.
    .set({ details_key: sql`'erased ' || id` })
    .where(isOneOf(ids))
    .execute()
  await deletePayLinks(transaction, 'membership', ids)
  await deleteCorrections(transaction, 'membership', ids)
}

const isOneOf = (ids: number[]) => sql<boolean>`id = any(${ids}::bigint[])`
