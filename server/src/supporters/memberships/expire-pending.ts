import { sql } from 'kysely'
import { hasPayLink } from '../../payments/pay-links.ts'
import { IS_PENDING_CHEQUE } from '../../payments/provider/account.ts'
import { deleteCorrections } from '../../people/users/stored-corrections.ts'
import type { Db } from '../../platform/db/pool.ts'

/** A membership stays pending for this many days after the last activity; longer than a bank may take to confirm a payment. */
export const PENDING_DAYS = 7

/**
 * Expires unpaid memberships: their personal data is erased and their plans can be deleted. It takes only those whose row,
 * orders and payment attempts are all older than a week, and none with a cheque that the bank has not answered yet, or with a pay link
 * that still works. A payment
 * that still arrives is surplus, which an admin refunds.
 */
export async function expirePending(db: Db): Promise<void> {
  const since = sql<Date>`now() - make_interval(days => ${PENDING_DAYS})`
  const expired = await db
    .updateTable('memberships')
    .set({ status: 'cancelled', user_id: null, username: 'Expired', name: 'Expired' })
    .set({ email: '', phone: '', address: '', why_join: '' })
    // The key is a hash of the personal details, so guessing them would confirm who it was.
    .set({ details_key: sql`'expired ' || id` })
    .where('status', '=', 'pending')
    .where('created_at', '<', since)
    .where(sql<boolean>`not ${hasPayLink('membership', sql`memberships.id`)}`)
    .where(sql<boolean>`not exists (
      select from payment_orders orders
      where orders.purpose = 'membership' and orders.subject_id = memberships.id and orders.created_at >= ${since})`)
    .where(sql<boolean>`not exists (
      select from payments
      where payments.purpose = 'membership' and payments.subject_id = memberships.id
        and (payments.created_at >= ${since} or ${IS_PENDING_CHEQUE}))`)
    .returning('id')
    .execute()
  await deleteCorrections(
    db,
    'membership',
    expired.map(({ id }) => id),
  )
}
