import type { Db } from '../db/pool.ts'
import { newPetId } from '../pets/pet-id.ts'

/** Makes `count` blank tags and answers their IDs. A clash with a tag of any time is refused by the table's key. */
export async function insertTags(db: Db, count: number): Promise<string[]> {
  const petIds = Array.from({ length: count }, newPetId)
  await db
    .insertInto('tags')
    .values(petIds.map((petId) => ({ pet_id: petId })))
    .execute()
  return petIds
}
