import type { SightingCount } from '@petsetu/contract/pets/community/community.ts'
import { ELSEWHERE } from '@petsetu/contract/pets/community/community-facts.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { listWards } from './community-queries.ts'

const WEEKS_SHOWN = 12

export function listSightings(db: Db, petNumber: number): Promise<SightingCount[]> {
  return db
    .selectFrom('sightings')
    .select(['week', 'area', 'count'])
    .where('pet_id', '=', petNumber)
    .where('week', '>', sql<string>`(now() at time zone 'Asia/Kolkata')::date - ${WEEKS_SHOWN * 7}::integer`)
    .orderBy('week', 'desc')
    .orderBy('count', 'desc')
    .orderBy('area')
    .execute()
}

/**
 * Counts a sighting by Indian week and an area that the page offers, so that nobody writes a name into the counts. Rejects with 404 that of
 * an animal which has died: its page offers no button any more. The lock lets nobody adopt the animal before its sighting is stored, because
 * an adoption deletes them.
 */
export async function countSighting(db: Db, petId: string, area: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const animal = await transaction
      .selectFrom('pets')
      .innerJoin('community_animals', 'community_animals.pet_id', 'pets.id')
      .select('pets.id')
      .where('pets.pet_id', '=', petId)
      .where('pet_kind', '=', 'community')
      .where('community_animals.status', '<>', 'died')
      .forShare('pets')
      .executeTakeFirstOrThrow(() => notFound('pet_not_found'))
    if (area !== ELSEWHERE && !(await listWards(transaction)).includes(area)) throw badRequest('unknown_area')
    await transaction
      .insertInto('sightings')
      .values({
        pet_id: animal.id,
        area,
        week: sql<string>`date_trunc('week', now() at time zone 'Asia/Kolkata')::date`,
      })
      .onConflict((same) => same.columns(['pet_id', 'week', 'area']).doUpdateSet({ count: sql`sightings.count + 1` }))
      .execute()
  })
}
