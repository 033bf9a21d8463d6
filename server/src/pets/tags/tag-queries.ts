import {
  BATCHES_LISTED_MAX,
  type Tag,
  type TagBatch,
  type TagFilter,
  type TagOrder,
  type TagState,
} from '@petsetu/contract/pets/tags.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { totalOf } from '../../platform/db/counters.ts'
import { rowsOfPage } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { newPetId } from '../bind-tag.ts'

/** Creates `count` blank tags of a batch, or of none, and returns their IDs. A collision with any existing ID violates the primary key. */
export async function insertTags(db: Db, count: number, batchId: number | null = null): Promise<string[]> {
  const petIds = Array.from({ length: count }, newPetId)
  await db
    .insertInto('tags')
    .values(petIds.map((petId) => ({ pet_id: petId, batch_id: batchId })))
    .execute()
  return petIds
}

// The tags of a batch have the same time, and come by their IDs in both directions.
const ORDERS: Record<TagOrder, RawBuilder<unknown>> = {
  generated: sql`tags.created_at, tags.pet_id`,
  'generated-desc': sql`tags.created_at desc, tags.pet_id`,
  tag: sql`tags.pet_id`,
  'tag-desc': sql`tags.pet_id desc`,
}

export async function listTagsPage(
  deps: Pick<Deps, 'db' | 'counters'>,
  { sort = 'generated-desc', ...filter }: TagFilter & { sort?: TagOrder | undefined },
  page: number,
  limit: number,
): Promise<{ rows: Tag[]; total: number }> {
  const [rows, total] = await Promise.all([
    rowsOfPage(selectListed(deps.db, filter), 'tags.pet_id', ORDERS[sort], { page, limit }),
    countTags(deps, filter),
  ])
  return { rows: rows.map(tagOf), total }
}

export async function listTagsAfter(db: Db, filter: TagFilter, last: Tag | null, limit: number): Promise<Tag[]> {
  const after = last?.petId ?? ''
  const rows = await selectListed(db, filter, after)
    .where('tags.pet_id', '>', after)
    .orderBy('tags.pet_id')
    .limit(limit)
    .execute()
  return rows.map(tagOf)
}

/** With `after`, only the pets of later tags are joined: otherwise each part of a long list would read the index of pets from its beginning. */
function selectListed(db: Db, filter: TagFilter, after = '') {
  return selectTags(db, filter)
    .leftJoin('pets', (join) => join.onRef('pets.pet_id', '=', 'tags.pet_id').on('pets.pet_id', '>', after))
    .leftJoin('tag_batches', 'tag_batches.id', 'tags.batch_id')
    .select(['tags.pet_id as petId', 'pets.pet_name as petName', 'tags.created_at as createdAt', TAG_STATE.as('state')])
    .select(['tag_batches.id as batchId', 'tag_batches.name as batchName'])
}

function selectTags(db: Db, { state, batch, tag }: TagFilter) {
  return db
    .selectFrom('tags')
    .$if(tag !== undefined, (query) => query.where('tags.pet_id', '=', tag ?? ''))
    .$if(batch !== undefined, (query) => query.where('tags.batch_id', '=', batch ?? 0))
    .$if(state !== undefined, (query) => query.where(CONDITIONS[state ?? 'blank']))
}

/** Counts all tags, and those of a state, by the counters, and otherwise by an index. */
async function countTags({ db, counters }: Pick<Deps, 'db' | 'counters'>, filter: TagFilter): Promise<number> {
  const { state, batch, tag } = filter
  if (batch === undefined && tag === undefined)
    return totalOf((await counters('tags')).filter(({ kind }) => state === undefined || kind === state))
  const { total } = await selectTags(db, filter).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return total
}

type TagRow = Omit<Tag, 'batch' | 'createdAt'> & { createdAt: Date; batchId: number | null; batchName: string | null }

function tagOf({ createdAt, batchId, batchName, ...row }: TagRow): Tag {
  const batch = batchId === null || batchName === null ? null : { id: batchId, name: batchName }
  return { ...row, batch, createdAt: createdAt.toISOString() }
}

/** Which of these IDs exist as tags, in the order of the request. */
export async function knownTags(db: Db, petIds: string[]): Promise<string[]> {
  const rows = await db.selectFrom('tags').select('pet_id').where('pet_id', 'in', petIds).execute()
  const known = new Set(rows.map((row) => row.pet_id))
  return petIds.filter((petId) => known.has(petId))
}

/** The batch of this name, in any case: the one there is, under the name that was typed first, or a new one. */
export function openBatch(transaction: Db, name: string): Promise<{ id: number; name: string }> {
  return (
    transaction
      .insertInto('tag_batches')
      .values({ name, name_key: foldCase(name) })
      // An update of nothing, because only what is written is returned.
      .onConflict((same) => same.column('name_key').doUpdateSet({ name: sql`tag_batches.name` }))
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
  )
}

/** The newest batches, newest first, and `asked` even if it is older. Their tags are counted by an index. */
export async function listBatches(db: Db, asked: number | null): Promise<TagBatch[]> {
  const newest = db.selectFrom('tag_batches').select('id').orderBy('id', 'desc').limit(BATCHES_LISTED_MAX)
  const rows = await db
    .selectFrom('tag_batches')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('tags')
          .whereRef('tags.batch_id', '=', 'tag_batches.id')
          .select((tags) => [
            tags.fn.countAll<number>().filterWhere(CONDITIONS.blank).as('blank'),
            tags.fn.countAll<number>().filterWhere(CONDITIONS.registered).as('registered'),
            tags.fn.countAll<number>().filterWhere(CONDITIONS.spent).as('spent'),
          ])
          .as('counted'),
      (join) => join.onTrue(),
    )
    .select(['id', 'name', 'created_at', 'blank', 'registered', 'spent'])
    .where((batch) => batch.or([batch('id', 'in', newest), batch('id', '=', asked)]))
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at.toISOString() }))
}

export const TAG_STATE = sql<TagState>`case
  when tags.bound_at is null then 'blank'
  when tags.spent_at is not null then 'spent'
  else 'registered'
end`

// Written like the conditions of the partial indexes on blank and spent tags, so that the indexes are used.
const CONDITIONS: Record<TagState, RawBuilder<boolean>> = {
  blank: sql<boolean>`tags.bound_at is null`,
  spent: sql<boolean>`tags.spent_at is not null`,
  registered: sql<boolean>`(tags.bound_at is not null and tags.spent_at is null)`,
}
