import type { Tag } from '@petsetu/contract/tags.ts'
import { sql } from 'kysely'
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

const STATE = sql<Tag['state']>`case
  when tags.bound_at is null then 'blank'
  when pets.id is null then 'spent'
  else 'registered'
end`

function selectTags(db: Db, state: Tag['state'] | undefined) {
  return db
    .selectFrom('tags')
    .leftJoin('pets', 'pets.pet_id', 'tags.pet_id')
    .$if(state !== undefined, (query) => query.where(STATE, '=', state ?? 'blank'))
}

/** A page of all tags, newest first, of one state or of all; and how many there are in all. */
export async function listTagsPage(
  db: Db,
  state: Tag['state'] | undefined,
  page: number,
  limit: number,
): Promise<{ rows: Tag[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    selectTags(db, state)
      .select(['tags.pet_id as petId', 'pets.pet_name as petName', 'tags.created_at as createdAt', STATE.as('state')])
      .orderBy('tags.created_at', 'desc')
      .orderBy('tags.pet_id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    selectTags(db, state).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), total }
}

/** Which of these IDs were generated here, in the order they were asked for. */
export async function knownTags(db: Db, petIds: string[]): Promise<string[]> {
  const rows = await db.selectFrom('tags').select('pet_id').where('pet_id', 'in', petIds).execute()
  const known = new Set(rows.map((row) => row.pet_id))
  return petIds.filter((petId) => known.has(petId))
}
