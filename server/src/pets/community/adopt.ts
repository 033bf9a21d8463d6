import { sql } from 'kysely'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/errors.ts'
import { lockAccount } from './carers.ts'

/**
 * Makes an animal of the street the pet of an account. Its tag, photos, care and home area stay as its history. Its carers lose access, and
 * what they noted or attached and what people have seen is deleted, because it is about a pet of somebody now. The owner is asked what finders see.
 */
export async function adoptAnimal(
  db: Db,
  { petNumber, login }: { petNumber: number; login: string },
  by: Actor,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const owner = await lockAccount(transaction, login)
    const adopted = await transaction
      .updateTable('pets')
      .set({ pet_kind: 'owned', user_id: owner.id, is_shown_due: true, shows_medical: true, updated_at: sql`now()` })
      .where('id', '=', petNumber)
      .where('pet_kind', '=', 'community')
      .executeTakeFirst()
    if (adopted.numUpdatedRows === 0n) throw notFound('pet_not_found')
    await transaction
      .updateTable('community_animals')
      .set({ status: 'adopted', note: null })
      .where('pet_id', '=', petNumber)
      .execute()
    // It may name a carer.
    await transaction.deleteFrom('certificate_files').where('pet_id', '=', petNumber).execute()
    await transaction.deleteFrom('carers').where('pet_id', '=', petNumber).execute()
    await transaction.deleteFrom('sightings').where('pet_id', '=', petNumber).execute()
    const object = { kind: 'pet', id: petNumber } as const
    await recordAudit(transaction, by, { action: 'animal-adopted', object, after: { owner: owner.id } })
  })
}
