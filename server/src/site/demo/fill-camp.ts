import { randomUUID } from 'node:crypto'
import type { PetGender } from '@petsetu/contract/pets/pet-form.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { listAdmins } from '../../people/users/user-queries.ts'
import { insertCamp, readHelpersCamp } from '../../pets/camps/camp-queries.ts'
import { addWork, listCampAnimals, registerAnimal } from '../../pets/camps/camp-works.ts'
import { insertTags } from '../../pets/tags/tag-queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { backDated, daysAgo } from './back-dated.ts'
import { asPerson } from './fill-audit.ts'
import { DEMO_WARD } from './fill-community.ts'

const ON_THE_SPOT: [name: string, gender: PetGender][] = [
  ['Chinki', 'female'],
  ['Bablu', 'male'],
  ['Moni', 'female'],
]

/** Each fifth animal ran away. */
const CAUGHT_OF = 5

/** A camp of last week with this helper: most animals of its ward, and some that were registered on the spot. */
export async function fillCamp(present: Db, helper: { id: number; username: string }): Promise<void> {
  const db = backDated(present, daysAgo(7))
  const [admin] = await listAdmins(db, 'pets')
  if (!admin) return
  await db.updateTable('users').set({ is_carer: true }).where('id', '=', helper.id).execute()
  const day = today(daysAgo(7))
  const id = await insertCamp(db, {
    ...{ name: 'Rabies day', day, ward: DEMO_WARD, place: 'Behind the vegetable market' },
    kinds: [
      {
        kind: 'rabies',
        product: 'Raksharab',
        batch: 'RB-2291',
        valid_until: today(daysAgo(-358)),
        vet: 'Dr Meera Joshi',
      },
      { kind: 'deworming', product: 'Drontal', valid_until: today(daysAgo(-83)) },
      { kind: 'tag' },
    ],
    helpers: [helper.username],
  })
  const by = { person: asPerson(admin), request: { id: 'demo' } }
  const at = daysAgo(7).toISOString()
  const tags = await insertTags(db, ON_THE_SPOT.length)
  for (const [index, [name, gender]] of ON_THE_SPOT.entries())
    await registerAnimal(db, id, { key: randomUUID(), at, tag: tags[index] ?? '', name, gender, type: 'Indie dog' }, by)
  const animals = await listCampAnimals(db, await readHelpersCamp(db, id, by.person))
  const caught = animals.filter((_, index) => index % CAUGHT_OF !== CAUGHT_OF - 1)
  for (const [index, { tag }] of caught.entries()) {
    await addWork(db, id, { key: randomUUID(), at, tag, kind: 'rabies' }, by)
    if (index % 2 === 0) await addWork(db, id, { key: randomUUID(), at, tag, kind: 'deworming' }, by)
  }
}
