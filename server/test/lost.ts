import { today } from '@petsetu/contract/dates.ts'
import { LostForm } from '@petsetu/contract/lost.ts'
import type { PetForm } from '@petsetu/contract/pet-form.ts'
import type { Db } from '../src/db/pool.ts'
import { markLost } from '../src/lost/lost-queries.ts'
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
  return markLost(db, { id: pet.id }, LostForm.parse({ ...LOST, ...lost }), { person, request: { id: 'test' } })
}
