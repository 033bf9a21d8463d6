import type { ChosenPetForm, PetKey } from '@petsetu/contract/pets/pet-schemas.ts'
import { type Pet, type PetOrder, petCalls } from '@petsetu/contract/pets/pets.ts'
import { pageOf } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type Actor, recordAudit, recordDownload } from '../people/audit/record-audit.ts'
import { readingOf } from '../people/consents/record-consent.ts'
import type { Db } from '../platform/db/pool.ts'
import { writtenBy } from '../platform/db/standby.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { HttpError, notFound } from '../platform/errors.ts'
import { type CsvColumn, streamCsv } from '../platform/http/bodies/csv.ts'
import { streamList } from '../platform/http/bodies/json-list.ts'
import type { WithIdempotency } from '../platform/http/routing/idempotency.ts'
import type { Person } from '../platform/http/routing/person.ts'
import { routeRegistrar } from '../platform/http/routing/route-registrar.ts'
import { recordAct } from '../platform/record-event.ts'
import { listPetsAfter, listPetsPage, type PetFilter } from './list-pets.ts'
import {
  chooseShown,
  deletePet,
  findOwnPet,
  insertPet,
  lockOwnPet,
  readOwnPet,
  recordOwnersConsent,
  requireFreePlace,
  updatePet,
} from './pet-queries.ts'
import type { FindTagView } from './public-pet.ts'

export function petRoutes(app: FastifyInstance, deps: Deps & { findTagView: FindTagView }): void {
  const on = routeRegistrar(app, deps)
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
    const view = await deps.findTagView(key.petId, writtenBy(request))
    if (view.kind === 'pet') return view.pet
    if (view.kind === 'community') return view.whole
    if (view.kind === 'missing') await throttles.tagMisses.count(request.ip)
    throw notFound('pet_not_found')
  })

  on(petCalls.update, async ({ params: { id }, body, person, by, request }) =>
    inTransaction(db, (transaction) =>
      auditPet(transaction, by, id, async () => {
        const pet = await updatePet(transaction, id, body, person)
        await recordOwnersConsent(transaction, 'pet', pet.id, { person, ...readingOf(request) })
        return pet
      }),
    ),
  )

  on(petCalls.chooseShown, async ({ body, person }) => chooseShown(db, person.id, body))

  on(petCalls.delete, async ({ params, by }) => deletePet(db, params.id, by))

  on(petCalls.listAll, async ({ query, reply }) => petList(reply, chosenIn(query), query))

  on(petCalls.csv, async ({ query, by, reply }) => {
    await recordDownload(db, by, 'pet', query)
    return streamCsv<Pet>(reply, 'pets.csv', CSV_COLUMNS, (last, limit) =>
      listPetsAfter(db, chosenIn(query), last, limit),
    )
  })

  on(petCalls.deleteAny, async ({ params, by }) => {
    await deletePet(db, { id: params.id }, by)
    recordAct(by, { event: 'pet-deleted', petNumber: params.id })
  })

  async function petList(reply: FastifyReply, filter: PetFilter, query: ListQuery) {
    const page = pageOf(query)
    if (!page) return streamList<Pet>(reply, (last, limit) => listPetsAfter(db, filter, last, limit))
    const { rows, total } = await listPetsPage(deps, { ...filter, sort: query.sort }, page)
    reply.header('x-total-count', total)
    return rows
  }
}

const chosenIn = ({ search, lost, owner_id: userId }: z.output<typeof petCalls.csv.query>): PetFilter => ({
  userId,
  search: search ?? undefined,
  isLost: lost === 'yes',
})

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

/** Runs a change of a pet; if an admin makes it, the audit stores which fields changed. All of them are about the owner or their pet. */
async function auditPet<T>(transaction: Db, by: Actor, key: PetKey, change: () => Promise<T>): Promise<T> {
  if (by.person.role !== 'admin') return change()
  const id = await lockOwnPet(transaction, key, by.person, 'hasOwnerForm')
  const before = await findOwnPet(transaction, { id }, by.person)
  const result = await change()
  const after = await findOwnPet(transaction, { id }, by.person)
  if (!before || !after) return result
  const { version: _, ...fields } = before
  const { version: __, ...changed } = after
  const personal = Object.keys(before)
  await recordAudit(transaction, by, 'pet-changed', { kind: 'pet', id }, { before: fields, after: changed, personal })
  return result
}

type Asked = { person: Person; request: FastifyRequest; createOnce: WithIdempotency }

/** Stores a pet. Users have limits; whoever tries tags that do not exist is slowed down. */
async function registerPet(
  { throttles, config }: Deps,
  form: ChosenPetForm,
  petId: string | null,
  { person, request, createOnce }: Asked,
): Promise<number> {
  throttles.tagMisses.rejectIfKnownOver(request.ip)
  if (person.role !== 'admin') await throttles.petsByAccount.count(String(person.id))
  return createOnce(async (transaction) => {
    if (person.role !== 'admin') await requireFreePlace(transaction, person.id, config.petsPerAccountMax)
    const pet = await insertPet(transaction, form, petId, person.id)
    await recordOwnersConsent(transaction, 'pet', pet.id, { person, ...readingOf(request) })
    const after = { tag: pet.petId }
    await recordAudit(transaction, { person, request }, 'pet-created', { kind: 'pet', id: pet.id }, { after })
    return pet.id
  }).catch(async (error: unknown) => {
    if (error instanceof HttpError && error.status === 404) await throttles.tagMisses.count(request.ip)
    throw error
  })
}
