import { randomUUID } from 'node:crypto'
import type { CampForm } from '@petsetu/contract/pets/camps.ts'
import { bindTag } from '../src/pets/bind-tag.ts'
import { insertCamp } from '../src/pets/camps/camp-queries.ts'
import type { Db } from '../src/platform/db/pool.ts'
import { aBlankTag, aUser } from './factories.ts'

export const CAMP: CampForm = {
  name: 'Rabies day in Kothrud',
  day: '2026-01-31',
  ward: 'Kothrud',
  place: 'Near the vegetable market',
  kinds: [
    { kind: 'rabies', product: 'Raksharab', batch: 'RB-17', valid_until: '2027-01-30', vet: 'Dr Meera Joshi' },
    { kind: 'deworming', product: 'Drontal' },
    { kind: 'sterilisation', vet: 'Animal Birth Control Society' },
    { kind: 'tag' },
  ],
  helpers: [],
}

/** Returns the id of a new camp. */
export function aCamp(db: Db, fields: Partial<CampForm> = {}): Promise<number> {
  return insertCamp(db, { ...CAMP, ...fields })
}

/** A signed-in carer, whom camps may name as a helper. */
export async function aCarer(db: Db) {
  const carer = await aUser(db)
  await db.updateTable('users').set({ is_carer: true }).where('id', '=', carer.id).execute()
  return carer
}

type AnimalFields = { name?: string; gender?: 'male' | 'female'; ward?: string }

/** An animal of the street on a tag of its own. */
export async function aStreetAnimal(db: Db, fields: AnimalFields = {}): Promise<{ id: number; tag: string }> {
  const { name = 'Kalu', gender = 'male', ward = CAMP.ward } = fields
  const tag = await bindTag(db, await aBlankTag(db))
  const { id } = await db
    .insertInto('pets')
    .values({
      ...{ kind: 'community', pet_id: tag, pet_name: name, pet_type: 'Dog', pet_gender: gender, pet_age: '' },
      ...{ location: ward, address: '', contact_details: '', is_shown_due: false },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('community_animals')
    .values({ pet_id: id, ward, landmark: CAMP.place, ear_notch: 'none' })
    .execute()
  return { id, tag }
}

export const aWorkKey = (): string => randomUUID()
