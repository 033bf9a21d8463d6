import type { Tag } from '@petsetu/contract/tags.ts'
import { type RawBuilder, sql } from 'kysely'
import { totalOf } from '../db/counters.ts'
import type { Db } from '../db/pool.ts'
import type { Deps } from '../deps.ts'
import { newPetId } from '../pets/pet-id.ts'

/** Creates `count` blank tags and returns their IDs. A collision with any existing ID violates the primary key. */
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

// Written like the conditions of the partial indexes on blank and spent tags, so that the indexes are used.
const CONDITIONS: Record<Tag['state'], RawBuilder<boolean>> = {
  blank: sql<boolean>`tags.bound_at is null`,
  spent: sql<boolean>`tags.spent_at is not null`,
  registered: sql<boolean>`(tags.bound_at is not null and tags.spent_at is null)`,
}

type TagFilter = { state?: Tag['state'] | undefined; tag?: string | undefined }

/** A page of tags, newest first, of one state, one alone or all, and the total. */
export async function listTagsPage(
  { db, counters }: Pick<Deps, 'db' | 'counters'>,
  { state, tag }: TagFilter,
  page: number,
  limit: number,
): Promise<{ rows: Tag[]; total: number }> {
  const [rows, kept] = await Promise.all([
    db
      .selectFrom('tags')
      .leftJoin('pets', 'pets.pet_id', 'tags.pet_id')
      .$if(tag !== undefined, (query) => query.where('tags.pet_id', '=', tag ?? ''))
      .$if(state !== undefined, (query) => query.where(CONDITIONS[state ?? 'blank']))
      .select(['tags.pet_id as petId', 'pets.pet_name as petName', 'tags.created_at as createdAt', STATE.as('state')])
      .orderBy('tags.created_at', 'desc')
      .orderBy('tags.pet_id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    counters('tags'),
  ])
  const ofState = totalOf(kept.filter(({ kind }) => state === undefined || kind === state))
  const total = tag === undefined ? ofState : rows.length
  return { rows: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), total }
}

/** Which of these IDs exist as tags, in the order of the request. */
export async function knownTags(db: Db, petIds: string[]): Promise<string[]> {
  const rows = await db.selectFrom('tags').select('pet_id').where('pet_id', 'in', petIds).execute()
  const known = new Set(rows.map((row) => row.pet_id))
  return petIds.filter((petId) => known.has(petId))
}
