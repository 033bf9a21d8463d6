import type { Db } from '../../platform/db/pool.ts'

/** The animals of the street that a person looks after, and the former home of those that they have adopted, by the names of the tables. */
export async function exportCommunity(db: Db, userId: number | null): Promise<Record<string, object[]>> {
  return {
    carers: await db
      .selectFrom('carers')
      .innerJoin('pets', 'pets.id', 'carers.pet_id')
      .select(['pets.pet_id', 'pet_name', 'added_at'])
      .where('carers.user_id', '=', userId)
      .execute(),
    community_animals: await db
      .selectFrom('community_animals')
      .innerJoin('pets', 'pets.id', 'community_animals.pet_id')
      .select(['pets.pet_id', 'ward', 'landmark', 'ear_notch', 'status'])
      .select(['sterilised_by', 'recognition_no', 'certificate_no'])
      .where('pets.user_id', '=', userId)
      .execute(),
  }
}
