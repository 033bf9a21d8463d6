import { sql } from 'kysely'
import { firstBookYear } from '../../office/settings/foundation-store.ts'
import { deletePayLinks, hasPayLink } from '../../payments/pay-links.ts'
import { IS_PENDING_CHEQUE } from '../../payments/provider/account.ts'
import { ERASED } from '../../people/users/contact.ts'
import { deleteCorrections } from '../../people/users/stored-corrections.ts'
import type { Db } from '../../platform/db/pool.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { PENDING_DAYS } from '../memberships/expire-pending.ts'
import { forgetFiledStatements } from './filed-statements.ts'

/** Donations as they are in the table, with their certificates; of a PAN its last characters. */
export async function exportDonations(db: Db, ids: number[]): Promise<object[]> {
  const donations = await db
    .selectFrom('donations')
    .leftJoin('donation_certificates', 'donation_id', 'id')
    .selectAll('donations')
    .select(['number as certificate_number', sql<string | null>`issued_on::text`.as('certificate_issued_on')])
    .where(isOneOf(ids))
    .execute()
  return donations.map(({ pan_enc: _, details_key: _key, ...donation }) => donation)
}

/**
 * Removes the contacts, and what the money is for, at once: anything can be typed there. Who gave how much, and the PAN, stay for the years of the settings; of money that did not
 * come, or went back, they are removed, too.
 */
export async function eraseDonations(transaction: Db, ids: number[]): Promise<void> {
  await transaction
    .updateTable('donations')
    .set({ email: '', phone: '', purpose: ERASED, details_key: sql`'erased ' || id`, erased_at: sql`now()` })
    .where(isOneOf(ids))
    .execute()
  await erasePaidFor(transaction, ids)
  await deletePayLinks(transaction, 'donation', ids)
  await deleteCorrections(transaction, 'donation', ids)
  await finishErasures({ db: transaction })
}

/** Removes who gave from erased donations whose money did not come, or has gone back since. */
export async function finishErasures({ db }: { db: Db }): Promise<void> {
  await removeGivers(db, sql<boolean>`erased_at is not null and status <> 'paid' and name <> ${ERASED}`)
}

/** Removes unpaid donations' personal data after a week, and paid ones' once the years of the settings are over. */
export async function forgetOldDonations(db: Db): Promise<void> {
  const since = sql<Date>`now() - make_interval(days => ${PENDING_DAYS})`
  const isTried = (table: 'payment_orders' | 'payments', waits = sql<boolean>`false`) => sql`exists (
    select from ${sql.table(table)}
    where purpose = 'donation' and subject_id = donations.id
      and (${sql.ref(`${table}.created_at`)} >= ${since} or ${waits}))`
  const expired = await db
    .updateTable('donations')
    .set({ status: 'expired', user_id: null, name: 'Expired', email: '', phone: '', address: '', purpose: ERASED })
    .set({ pan_enc: null, pan_last: null, money_source: null, details_key: sql`'expired ' || id` })
    .where('status', '=', 'pending')
    .where('created_at', '<', since)
    .where(sql<boolean>`not ${hasPayLink('donation', sql`donations.id`)}`)
    .where(sql<boolean>`not ${isTried('payment_orders')} and not ${isTried('payments', IS_PENDING_CHEQUE)}`)
    .returning('id')
    .execute()
  await deleteCorrections(
    db,
    'donation',
    expired.map(({ id }) => id),
  )
  const firstYear = await firstBookYear(db)
  await forgetFiledStatements(db, firstYear)
  const firstDayKept = `${firstYear}-04-01`
  await removeGivers(
    db,
    sql<boolean>`paid_at < ${firstDayKept}::date::timestamp at time zone 'Asia/Kolkata' and name <> ${ERASED}`,
  )
}

async function removeGivers(db: Db, where: ReturnType<typeof sql<boolean>>): Promise<void> {
  const removed = await db
    .updateTable('donations')
    .set({ user_id: null, name: ERASED, email: '', phone: '', address: '', pan_enc: null, pan_last: null })
    .set({ money_source: null, purpose: ERASED })
    .where(where)
    .returning('id')
    .execute()
  const ids = removed.map(({ id }) => id)
  await deleteCorrections(db, 'donation', ids)
  await erasePaidFor(db, ids)
  await sql`delete from donation_certificates where donation_id = any(${ids}::bigint[])`.execute(db)
}

async function erasePaidFor(db: Db, ids: number[]): Promise<void> {
  await db
    .updateTable('receipts')
    .set({ paid_for: textsIn('en')('paidFor.donation', { purpose: ERASED }) })
    .where(
      sql<boolean>`payment_id in (select id from payments where purpose = 'donation' and subject_id = any(${ids}::bigint[]))`,
    )
    .execute()
}

const isOneOf = (ids: number[]) => sql<boolean>`id = any(${ids}::bigint[])`
