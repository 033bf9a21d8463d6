import { sql } from 'kysely'
import { firstBookYear } from '../../office/settings/book-years.ts'
import { ERASED } from '../../people/users/contact.ts'
import type { Db } from '../../platform/db/pool.ts'

/** Removes who paid from receipts once the years of the settings are over. Amounts, numbers and days stay. */
export async function forgetPayers(db: Db): Promise<void> {
  const firstDay = `${await firstBookYear(db)}-04-01`
  await db
    .updateTable('receipts')
    .set({ paid_by: ERASED, first_paid_by: sql`case when first_paid_by is not null then ${ERASED} end` })
    .where('paid_by', '<>', ERASED)
    .where(sql<boolean>`created_at < ${firstDay}::date::timestamp at time zone 'Asia/Kolkata'`)
    .execute()
}
