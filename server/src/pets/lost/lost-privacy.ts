import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'

/** Exports a person's notices about their lost pets. They go with the pet, so that an erasure needs nothing further. */
export async function exportLost(db: Db, userId: number | null): Promise<object[]> {
  return db
    .selectFrom('lost_pets')
    .innerJoin('pets', 'pets.id', 'pet_number')
    .select(['pets.pet_id', 'since', 'area', 'note', 'reward_rupees', 'is_listed', 'saved_at', 'scan_mailed_at'])
    .where('user_id', '=', userId)
    .execute()
}

/** Takes pets off the public list whose owners have not saved anything about it for so long. They stay marked as lost. */
export async function unlistStaleReports(db: Db, days: number): Promise<void> {
  await db
    .updateTable('lost_pets')
    .set({ is_listed: false })
    .where('is_listed', '=', true)
    .where('saved_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}
