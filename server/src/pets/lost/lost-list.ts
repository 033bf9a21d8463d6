import { speciesOf } from '@petsetu/contract/pets/species.ts'
import type { ListedLost, LostList } from '@petsetu/contract/site/public-pages.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { containing, countMatches } from '../../platform/db/search.ts'
import { photoOf, photosColumn } from '../photo-queries.ts'

const PETS_A_PAGE = 24
const AREAS_MAX = 12

/** A page of the lost pets whose owners agreed, the latest first; with an `area`, those whose area contains it. */
export async function listLost(
  db: Db,
  { area, page: asked }: { area: string; page: number },
): Promise<Extract<LostList, { kind: 'list' }>> {
  const total = await countMatches(db, (limit) => selectListed(db, area).select('pets.id').limit(limit))
  const last = Math.max(1, Math.ceil(total / PETS_A_PAGE))
  const page = Math.min(asked, last)
  return { kind: 'list', area, areas: await listAreas(db), pets: await petsOn(db, area, page), page, last }
}

function selectListed(db: Db, area: string) {
  return db
    .selectFrom('lost_pets')
    .innerJoin('pets', 'pets.id', 'pet_number')
    .where('is_listed', '=', true)
    .$if(area !== '', (query) => query.where('area', 'ilike', containing(area)))
}

async function petsOn(db: Db, area: string, page: number): Promise<ListedLost[]> {
  const rows = await selectListed(db, area)
    .select([
      'pet_id as petId',
      'pet_name as petName',
      'pet_type as petType',
      'since',
      'area',
      'reward_rupees as reward',
    ])
    .select(photosColumn)
    .orderBy('since', 'desc')
    .orderBy('pet_number', 'desc')
    .limit(PETS_A_PAGE)
    .offset((page - 1) * PETS_A_PAGE)
    .execute()
  return rows.map(({ photos: [main], ...pet }) => ({
    ...pet,
    species: speciesOf(pet.petType),
    photo: main ? photoOf(main) : null,
  }))
}

/** The areas with the most lost pets. Two spellings that differ in capitals alone are one area. */
async function listAreas(db: Db): Promise<{ area: string; pets: number }[]> {
  return db
    .selectFrom('lost_pets')
    .select([sql<string>`min(area)`.as('area'), sql<number>`count(*)`.as('pets')])
    .where('is_listed', '=', true)
    .groupBy(sql`lower(area)`)
    .orderBy('pets', 'desc')
    .orderBy('area')
    .limit(AREAS_MAX)
    .execute()
}
