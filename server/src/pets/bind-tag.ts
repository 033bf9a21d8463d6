import { randomBytes } from 'node:crypto'
import { PET_ID_ALPHABET, PET_ID_LENGTH } from '@petsetu/contract/pets/pet-id.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/pool.ts'
import { conflict, notFound } from '../platform/errors.ts'

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

/** Binds stored tags, which must be blank, and new ones (null for a new ID); returns their IDs in this order. */
export async function bindTags(
  transaction: Db,
  tags: { petId: string | null; isTagStored: boolean }[],
): Promise<string[]> {
  const petIds = tags.map(({ petId }) => petId ?? newPetId())
  const stored = petIds.filter((_, index) => tags[index]?.isTagStored)
  const added = petIds.filter((_, index) => !tags[index]?.isTagStored)
  const bound = await transaction
    .updateTable('tags')
    .set({ bound_at: sql`now()` })
    .where(sql<boolean>`pet_id = any(${stored}::text[])`)
    .where('bound_at', 'is', null)
    .executeTakeFirst()
  if (bound.numUpdatedRows !== BigInt(stored.length)) throw conflict('tag_already_registered')
  if (added.length > 0)
    await transaction
      .insertInto('tags')
      .values(added.map((pet_id) => ({ pet_id, bound_at: sql<Date>`now()` })))
      .execute()
  return petIds
}

/** A new tag ID: 12 of 32 characters, 60 random bits. A byte modulo 32 is uniform, since 256 is a multiple of 32. */
export function newPetId(): string {
  let petId = ''
  for (const byte of randomBytes(PET_ID_LENGTH)) petId += PET_ID_ALPHABET[byte % PET_ID_ALPHABET.length]
  return petId
}
