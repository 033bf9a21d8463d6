import type { ChosenPetForm, PetForm } from '@petsetu/contract/pets/pet-schemas.ts'
import type { Pet } from '@petsetu/contract/pets/pets.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/pool.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { HttpError } from '../platform/errors.ts'
import { bindTag, bindTags, makeBoundTag } from './bind-tag.ts'
import { PET_COLUMNS, petOf, rowOf } from './pet-columns.ts'

/**
 * Registers a pet for `userId`: on the blank tag `petId`, or with a new ID if that is null.
 *
 * A tag can be bound only once: if two people register on one tag at the same time, one update of its row succeeds and the
 * other is rejected with 409. An ID that was never generated is rejected with 404.
 */
export async function insertPet(db: Db, form: ChosenPetForm, petId: string | null, userId: number): Promise<Pet> {
  return inTransaction(db, async (transaction) => {
    const boundId = petId === null ? await makeBoundTag(transaction) : await bindTag(transaction, petId)
    const row = await transaction
      .insertInto('pets')
      .values({ ...rowOf(form), is_shown_due: false, pet_id: boundId, user_id: userId })
      .returning(PET_COLUMNS)
      .executeTakeFirstOrThrow()
    return petOf(row)
  })
}

/**
 * Stores pets that were registered elsewhere; `petId` is a tag that is blank or not stored yet, null for a new one. Finders do not see
 * the address before the owner, who is asked, has chosen. Returns them in the order in which they were given.
 */
export async function insertPets(
  transaction: Db,
  pets: { form: PetForm; petId: string | null; userId: number; isTagStored: boolean }[],
): Promise<{ id: number; petId: string }[]> {
  const petIds = await bindTags(transaction, pets)
  const rows = await transaction
    .insertInto('pets')
    .values(
      pets.map(({ form, userId }, index) => ({
        ...rowOf(form),
        shows_address: false,
        is_shown_due: true,
        pet_id: petIds[index] ?? '',
        user_id: userId,
      })),
    )
    .returning(['id', 'pet_id as petId'])
    .execute()
  const byTag = new Map(rows.map((row) => [row.petId, row]))
  return petIds.flatMap((petId) => byTag.get(petId) ?? [])
}

/** Rejects with 409 if the account has the maximum of pets. Locks the account, so that concurrent requests count each other. */
export async function requireFreePlace(transaction: Db, userId: number, petsMax: number): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { count } = await transaction
    .selectFrom('pets')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count < petsMax) return
  throw new HttpError(409, 'too_many_pets', { values: { max: petsMax } })
}
