import { BATCHES_LISTED_MAX, type TagBatch } from '@petsetu/contract/pets/tags.ts'
import { foldCase } from '@petsetu/contract/platform/fold-case.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { CONDITIONS } from './tag-state.ts'

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
