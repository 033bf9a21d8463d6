import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { aPet } from './factories.ts'
import type { TestApp } from './harness.ts'

export const REPORT = {
  message: 'Moti is at the temple',
  place: 'Parvati, Pune',
  name: 'Asha the finder',
  contact: '+91 90000 11111',
}

/** Somebody has found a new pet of this owner: the pet, the number of the thread and the path of the finder's page. */
export async function aFoundReport(app: TestApp, owner: { id: number }) {
  const pet = await aPet(app.db, owner)
  const reply = await app.call(foundCalls.report, { params: { petId: pet.petId }, body: REPORT })
  if (reply.status !== 201) throw new Error(`The report was answered with ${reply.status}`)
  const { id } = await app.db
    .selectFrom('found_reports')
    .select('id')
    .where('pet_id', '=', pet.id)
    .executeTakeFirstOrThrow()
  return { pet, id, path: reply.body.thread_path }
}
