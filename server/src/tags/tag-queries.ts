import type { Tag } from '@petsetu/contract/tags.ts'
import { type RawBuilder, sql } from 'kysely'
import { totalOf } from '../db/kept-counts.ts'
import type { Db } from '../db/pool.ts'
import type { Deps } from '../deps.ts'
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
  when tags.spent_at is not null then 'spent'
  else 'registered'
end`

// As the indexes of the blank and the spent tags say it.
const CONDITIONS: Record<Tag['state'], RawBuilder<boolean>> = {
  blank: sql<boolean>`tags.bound_at is null`,
  spent: sql<boolean>`tags.spent_at is not null`,
  registered: sql<boolean>`(tags.bound_at is not null and tags.spent_at is null)`,
}

/** A page of all tags, newest first, of one state or of all; and how many there are in all. */
export async function listTagsPage(
  { db, counts }: Pick<Deps, 'db' | 'counts'>,
  state: Tag['state'] | undefined,
  page: number,
  limit: number,
): Promise<{ rows: Tag[]; total: number }> {
  const [rows, kept] = await Promise.all([
    db
      .selectFrom('tags')
      .leftJoin('pets', 'pets.pet_id', 'tags.pet_id')
      .$if(state !== undefined, (query) => query.where(CONDITIONS[state ?? 'blank']))
      .select(['tags.pet_id as petId', 'pets.pet_name as petName', 'tags.created_at as createdAt', STATE.as('state')])
      .orderBy('tags.created_at', 'desc')
      .orderBy('tags.pet_id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    counts('tags'),
  ])
  const total = totalOf(kept.filter(({ kind }) => state === undefined || kind === state))
  return { rows: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), total }
}

/** Which of these IDs were generated here, in the order they were asked for. */
export async function knownTags(db: Db, petIds: string[]): Promise<string[]> {
  const rows = await db.selectFrom('tags').select('pet_id').where('pet_id', 'in', petIds).execute()
  const known = new Set(rows.map((row) => row.pet_id))
  return petIds.filter((petId) => known.has(petId))
}
