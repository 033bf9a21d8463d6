import type { Db } from '../db/pool.ts'
import type { PlaceFile } from '../files/file-content.ts'
import { exportLost } from '../lost/lost-privacy.ts'
import { exportPhotos } from '../pets/pet-privacy.ts'

/** The pets of an account and everything about them, by the names of the tables. */
export async function exportPets(db: Db, userId: number | null, place: PlaceFile): Promise<Record<string, object[]>> {
  return {
    pets: await db.selectFrom('pets').selectAll().where('user_id', '=', userId).execute(),
    care_records: await db
      .selectFrom('care_records')
      .innerJoin('pets', 'pets.id', 'pet_number')
      .select(['pets.pet_id', 'kind', 'product', 'day', 'valid_until', 'vet', 'note', 'care_records.created_at'])
      .where('user_id', '=', userId)
      .execute(),
    scan_days: await db
      .selectFrom('scan_days')
      .innerJoin('pets', 'pets.id', 'pet_number')
      .select(['pets.pet_id', 'day', 'scans'])
      .where('user_id', '=', userId)
      .execute(),
    lost_pets: await exportLost(db, userId),
    photos: await exportPhotos(db, userId, place),
    care_feeds: await db.selectFrom('care_feeds').select('created_at').where('user_id', '=', userId).execute(),
  }
}
