import { pageOf } from '@petsetu/contract/envelope.ts'
import { type Pet, type PetOrder, petCalls } from '@petsetu/contract/pets.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { type CsvColumn, streamCsv } from '../http/bodies/csv.ts'
import { streamList } from '../http/bodies/json-list.ts'
import { mounter } from '../http/routing/mount.ts'
import { recordEvent } from '../record-event.ts'
import { auditPet } from './audit-pet.ts'
import { listPetsAfter, listPetsPage, type PetFilter } from './list-pets.ts'
import { chooseShown, deletePet, findOwnPet, readOwnPet, updatePet } from './pet-queries.ts'
import { registerPet } from './register-pet.ts'
import type { FindTagView } from './tag-view.ts'

export function petRoutes(app: FastifyInstance, deps: Deps & { findTagView: FindTagView }): void {
  const on = mounter(app, deps)
  const { db, throttles } = deps

  on(petCalls.create, async ({ body: { petId = null, ...form }, person, request, createOnce }) => {
    const id = await registerPet(deps, form, petId, { person, request, createOnce })
    return readOwnPet(db, { id }, person)
  })

  on(petCalls.listOwn, async ({ query, person, reply }) => petList(reply, { userId: person.id }, query))

  on(petCalls.read, async ({ params: { id: key }, person, request }) => {
    const own = person && (await findOwnPet(db, key, person))
    if (own) return own
    if ('id' in key) throw notFound('pet_not_found')
    throttles.tagMisses.rejectIfKnownOver(request.ip)
    const view = await deps.findTagView(key.petId)
    if (view.kind === 'pet') return view.pet
    if (view.kind === 'missing') await throttles.tagMisses.count(request.ip)
    throw notFound('pet_not_found')
  })

  on(petCalls.update, async ({ params: { id }, body, person, request }) =>
    inTransaction(db, (transaction) =>
      auditPet(transaction, { person, request }, id, () => updatePet(transaction, id, body, person)),
    ),
  )

  on(petCalls.chooseShown, async ({ body, person }) => chooseShown(db, person.id, body.shown))

  on(petCalls.delete, async ({ params, person, request }) => deletePet(db, params.id, { person, request }))

  on(petCalls.listAll, async ({ query, reply }) => petList(reply, { search: query.search ?? '' }, query))

  on(petCalls.csv, async ({ query, reply }) =>
    streamCsv<Pet>(reply, 'pets.csv', CSV_COLUMNS, (last, limit) =>
      listPetsAfter(db, { search: query.search ?? undefined }, last, limit),
    ),
  )

  on(petCalls.deleteAny, async ({ params, person, request }) => {
    await deletePet(db, { id: params.id }, { person, request })
    recordEvent(request.log, { event: 'pet-deleted', petNumber: params.id, actorId: person.id })
  })

  async function petList(reply: FastifyReply, filter: PetFilter, query: ListQuery) {
    const page = pageOf(query)
    if (!page) return streamList<Pet>(reply, (last, limit) => listPetsAfter(db, filter, last, limit))
    const { rows, total } = await listPetsPage(deps, { ...filter, sort: query.sort }, page)
    reply.header('x-total-count', total)
    return rows
  }
}

type ListQuery = z.output<typeof petCalls.listOwn.query> & { sort?: PetOrder | undefined }

const CSV_COLUMNS: CsvColumn<Pet>[] = [
  { headId: 'csv.id', cell: (pet) => pet.id },
  { headId: 'csv.tagId', cell: (pet) => pet.petId },
  { headId: 'csv.petName', cell: (pet) => pet.petName },
  { headId: 'csv.owner', cell: (pet) => pet.ownerName },
  { headId: 'csv.type', cell: (pet) => pet.petType },
  { headId: 'csv.age', cell: (pet) => pet.petAge },
  { headId: 'csv.gender', cell: ({ petGender }, text) => text(`pets.${petGender}`) },
  { headId: 'csv.location', cell: (pet) => pet.location },
  { headId: 'csv.address', cell: (pet) => pet.address },
  { headId: 'csv.contact', cell: (pet) => pet.contactDetails },
]
