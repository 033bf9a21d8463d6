import { careCalls } from '@petsetu/contract/pets/care.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/errors.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { findOwnPet } from '../pet-queries.ts'
import { deleteCare, findCare, insertCare, listCare, listCareEnds, updateCare } from './care-queries.ts'

export function careRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  on(careCalls.list, async ({ params, person }) => {
    const pet = await findOwnPet(db, params.id, person)
    if (!pet) throw notFound('pet_not_found')
    return listCare(db, pet.id)
  })

  on(careCalls.create, async ({ params, body, person, request, createOnce }) => {
    const id = await createOnce(
      async (transaction) => (await insertCare(transaction, params.id, body, { person, request })).id,
    )
    const record = await findCare(db, id)
    if (!record) throw notFound('care_not_found')
    return record
  })

  on(careCalls.update, async ({ params, body, person, request }) => updateCare(db, params, body, { person, request }))

  on(careCalls.delete, async ({ params, person, request }) => deleteCare(db, params, { person, request }))

  on(careCalls.listDue, async ({ person }) => {
    const ends = await listCareEnds(db, { userId: person.id })
    // They come earliest first, so the first of each pet is what is due next.
    return ends.filter((end, index) => ends.findIndex((other) => other.pet_id === end.pet_id) === index)
  })
}
