import type { Db } from '../platform/db/pool.ts'
import { notFound } from '../platform/errors.ts'

/** Locks any pet, for what is stored beside it. Rejects with 404 if it was deleted. */
export async function lockPet(transaction: Db, petNumber: number): Promise<void> {
  await transaction
    .selectFrom('pets')
    .select('id')
    .where('id', '=', petNumber)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('pet_not_found'))
}
