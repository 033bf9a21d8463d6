import type { ScanDay } from '@petsetu/contract/pets/scans.ts'
import { sql } from 'kysely'
import { todayInIndia } from '../../platform/db/indian-days.ts'
import type { Db } from '../../platform/db/pool.ts'

/** The number of scans of the pet with this tag ID on this Indian day. */
export type PetScans = { petId: string; day: string; scans: number }

/** Adds the scans to those of the days before. Pets that were deleted meanwhile are left out. */
export async function addScans(db: Db, counted: PetScans[]): Promise<void> {
  const petIds = counted.map(({ petId }) => petId)
  const days = counted.map(({ day }) => day)
  const scans = counted.map(({ scans }) => scans)
  // The lock keeps a pet from being deleted between the look-up and the insert; the order keeps two nodes from a deadlock.
  await sql`
    insert into scan_days (pet_number, day, scans)
    select known.id, counted.day, counted.scans
    from unnest(${petIds}::text[], ${days}::date[], ${scans}::int[]) counted (pet_id, day, scans)
    join (select id, pet_id from pets where pet_id = any(${petIds}::text[]) order by id for key share) known using (pet_id)
    order by known.id, counted.day
    on conflict (pet_number, day) do update set scans = scan_days.scans + excluded.scans`.execute(db)
}

/** The days with scans, newest first. */
export async function listScans(db: Db, petNumber: number): Promise<ScanDay[]> {
  return db
    .selectFrom('scan_days')
    .select(['day', 'scans'])
    .where('pet_number', '=', petNumber)
    .orderBy('day', 'desc')
    .execute()
}

export async function forgetScans(db: Db, daysKept: number): Promise<void> {
  await db.deleteFrom('scan_days').where('day', '<', sql<string>`${todayInIndia()} - ${daysKept}::int`).execute()
}
