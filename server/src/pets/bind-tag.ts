import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { conflict, notFound } from '../errors.ts'
import { newPetId } from './pet-id.ts'

/** Creates a tag with a new ID that is bound from the start. */
export async function makeBoundTag(db: Db): Promise<string> {
  // A collision of 60 random bits is not expected; the primary key would reject it and the pet would not be saved.
  const tag = await db
    .insertInto('tags')
    .values({ pet_id: newPetId(), bound_at: sql`now()` })
    .returning('pet_id')
    .executeTakeFirstOrThrow()
  return tag.pet_id
}

/** Binds a blank tag. Rejects with 409 if it is bound already, and with 404 if its ID was never generated. */
export async function bindTag(db: Db, petId: string): Promise<string> {
  const bound = await db
    .updateTable('tags')
    .set({ bound_at: sql`now()` })
    .where('pet_id', '=', petId)
    .where('bound_at', 'is', null)
    .returning('pet_id')
    .executeTakeFirst()
  if (bound) return bound.pet_id
  const tag = await db.selectFrom('tags').select('pet_id').where('pet_id', '=', petId).executeTakeFirst()
  throw tag ? conflict('tag_already_registered') : notFound('tag_not_found')
}
