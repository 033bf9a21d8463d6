import { LostForm } from '@petsetu/contract/pets/lost.ts'
import type { PetForm } from '@petsetu/contract/pets/pet-schemas.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { markLost } from '../src/pets/lost/lost-queries.ts'
import type { Db } from '../src/platform/db/pool.ts'
import { aPet } from './factories.ts'

/** An owner's words about a lost pet. */
export const LOST = {
  since: today(),
  area: 'Parvati, Pune',
  note: 'White left forepaw, red collar',
  reward: 2000,
  listed: true,
}

/** A new pet of this owner that is marked as lost. */
export async function aLostPet(
  db: Db,
  owner: { id: number },
  lost: Partial<typeof LOST> = {},
  fields: Partial<PetForm> = {},
) {
  const pet = await aPet(db, owner, fields)
  const person = { id: owner.id, username: '', role: 'user' as const, duties: null, language: null, mustEnrol: false }
  return markLost(db, { id: pet.id }, LostForm.parse({ ...LOST, ...lost }), {
    ...{ person, request: { id: 'test' }, language: 'en' },
  })
}
