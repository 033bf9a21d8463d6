import { type CommunityAnimal, communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { pageOf, paginationOf, succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { type Actor, recordAudit, recordDownload } from '../../people/audit/record-audit.ts'
import { findConfirmedEmail } from '../../people/users/account-details.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { badRequest, forbidden, HttpError, notFound } from '../../platform/errors.ts'
import type { AttachmentKind } from '../../platform/files/content-kind.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { TYPES } from '../../platform/files/incoming-files.ts'
import { type CsvColumn, streamCsv } from '../../platform/http/bodies/csv.ts'
import { receiveForm } from '../../platform/http/bodies/upload.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { listCarers, listCarersOf, lockAccount, mayRegister, nameCarer, removeCarer } from './carers.ts'
import { deleteCertificateFile, putCertificateFile, readCertificateFile } from './certificate-files.ts'
import {
  changeCommunityAnimal,
  countByWard,
  insertCommunityAnimal,
  listAnimalsOfCarer,
  listCommunityAfter,
  listCommunityPage,
  listWards,
  readCommunityAnimal,
} from './community-queries.ts'
import { listSightings } from './sightings.ts'

type CommunityDeps = Deps & { attachments: FileStore }

export function communityRoutes(app: FastifyInstance, deps: CommunityDeps): void {
  const on = routeRegistrar(app, deps)
  const { db, throttles } = deps

  on(communityCalls.register, async ({ body, person, by, request, createOnce }) => {
    if (!(await mayRegister(db, person))) throw forbidden()
    throttles.tagMisses.rejectIfKnownOver(request.ip)
    if (person.role !== 'admin') await throttles.petsByAccount.count(String(person.id))
    const id = await createOnce((transaction) => insertCommunityAnimal(transaction, body, by)).catch(
      async (error: unknown) => {
        if (error instanceof HttpError && error.status === 404) await throttles.tagMisses.count(request.ip)
        throw error
      },
    )
    return succeed(await readCommunityAnimal(db, { id }, person))
  })

  on(communityCalls.listOwn, async ({ query, person }) => {
    const page = pageOf(query)
    const { animals, total } = await listAnimalsOfCarer(db, person.id, page)
    const isCarer = await mayRegister(db, person)
    const isEmailConfirmed = (await findConfirmedEmail(db, person.id)) !== null
    return {
      ...succeed({ animals, mayRegister: isCarer, isEmailConfirmed, wards: isCarer ? await listWards(db) : [] }),
      ...(page && { pagination: paginationOf(page, total) }),
    }
  })

  on(communityCalls.read, async ({ params, person }) => succeed(await readCommunityAnimal(db, params.id, person)))

  on(communityCalls.sightings, async ({ params, person }) => {
    const { id } = await readCommunityAnimal(db, params.id, person)
    return succeed(await listSightings(db, id))
  })

  on(communityCalls.change, async ({ params, body, by }) =>
    succeed(await changeCommunityAnimal(db, params.id, body, by)),
  )

  certificateFileRoutes(app, deps)

  on(communityCalls.listAll, async ({ query: { page = 1, limit = 20, ...filter } }) => {
    const { rows, total } = await listCommunityPage(db, filter, { page, limit })
    return { ...succeed(rows), pagination: paginationOf({ page, limit }, total) }
  })

  on(communityCalls.csv, async ({ query, by, reply }) => {
    const file = 'community-animals.csv'
    await recordDownload(db, by, 'pet', { file, ...query })
    return streamCsv<CommunityAnimal>(reply, file, CSV_COLUMNS, (last, limit) =>
      listCommunityAfter(db, query, last, limit),
    )
  })

  on(communityCalls.wards, async () => succeed(await countByWard(db)))

  on(communityCalls.adopt, async ({ params, body: { login }, by }) =>
    adoptAnimal(db, { petNumber: params.id, login }, by),
  )

  on(communityCalls.listCarers, async () => succeed(await listCarers(db)))

  on(communityCalls.nameCarer, async ({ body: { login }, by }) => succeed(await nameCarer(db, { login }, by)))

  on(communityCalls.removeCarer, async ({ params: { userId }, by }) => removeCarer(db, { userId }, by))

  on(communityCalls.listCarersOf, async ({ params, person }) => {
    const { id } = await readCommunityAnimal(db, { id: params.id }, person)
    return succeed(await listCarersOf(db, id))
  })

  on(communityCalls.addCarer, async ({ params, body: { login }, by }) =>
    succeed(await nameCarer(db, { login, petNumber: params.id }, by)),
  )

  on(communityCalls.dropCarer, async ({ params: { id: petNumber, userId }, by }) =>
    removeCarer(db, { userId, petNumber }, by),
  )
}

function certificateFileRoutes(app: FastifyInstance, deps: CommunityDeps): void {
  const on = routeRegistrar(app, deps)
  const { db, attachments } = deps

  on(communityCalls.putCertificateFile, async ({ params, person, by, request, reply, runAfterUpload }) => {
    const { id } = await readCommunityAnimal(db, params.id, person)
    await deps.throttles.photosByAccount.count(String(person.id))
    const { files } = await receiveForm(
      request,
      reply,
      { one: communityCalls.putCertificateFile.multipart },
      attachments,
    )
    const [file] = files
    if (!file) throw badRequest('file_missing')
    try {
      await runAfterUpload(() => putCertificateFile(deps, id, file, by))
    } finally {
      await attachments.discard(file)
    }
    return succeed(await readCommunityAnimal(db, { id }, person))
  })

  on(communityCalls.certificateFile, async ({ params, person, reply }) => {
    const { id, petId } = await readCommunityAnimal(db, params.id, person)
    const { content, bytes, kind } = await readCertificateFile(deps, id)
    return reply
      .header('content-type', TYPES[kind as AttachmentKind])
      .header('content-length', bytes)
      .header('content-disposition', `attachment; filename="sterilisation-${petId}.${kind}"`)
      .header('cache-control', 'no-store')
      .send(content)
  })

  on(communityCalls.deleteCertificateFile, async ({ params, person, by }) => {
    await deleteCertificateFile(db, params.id, by)
    return succeed(await readCommunityAnimal(db, params.id, person))
  })
}

const CSV_COLUMNS: CsvColumn<CommunityAnimal>[] = [
  { headId: 'csv.id', cell: (animal) => animal.id },
  { headId: 'csv.tagId', cell: (animal) => animal.petId },
  { headId: 'csv.petName', cell: (animal) => animal.petName },
  { headId: 'csv.type', cell: (animal) => animal.petType },
  { headId: 'csv.gender', cell: ({ petGender }, text) => text(`pets.${petGender}`) },
  { headId: 'csv.age', cell: (animal) => animal.petAge },
  { headId: 'csv.ward', cell: (animal) => animal.ward },
  { headId: 'csv.landmark', cell: (animal) => animal.landmark },
  { headId: 'csv.status', cell: ({ status }, text) => text(`communityStatus.${status}`) },
  { headId: 'csv.earNotch', cell: ({ earNotch }, text) => text(`communityNotch.${earNotch}`) },
  { headId: 'csv.rabiesValidUntil', cell: (animal) => animal.rabiesValidUntil },
  { headId: 'csv.sterilisedOn', cell: (animal) => animal.sterilisedOn },
  { headId: 'csv.sterilisedBy', cell: (animal) => animal.sterilisedBy },
  { headId: 'csv.recognitionNo', cell: (animal) => animal.recognitionNo },
  { headId: 'csv.certificateNo', cell: (animal) => animal.certificateNo },
  {
    headId: 'csv.certificateFile',
    cell: ({ hasCertificateFile }, text) => text(hasCertificateFile ? 'csv.yes' : 'csv.no'),
  },
]

/**
 * Makes a living animal of the street the pet of an account. Its tag, photos, care and home area stay as its history. Its carers lose
 * access, and what they noted or attached and what people have seen is deleted, because it is about a pet of somebody now. The owner is
 * asked what finders see.
 */
async function adoptAnimal(
  db: Db,
  { petNumber, login }: { petNumber: number; login: string },
  by: Actor,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const owner = await lockAccount(transaction, login)
    const adopted = await transaction
      .updateTable('pets')
      .set({ pet_kind: 'owned', user_id: owner.id, is_shown_due: true, shows_medical: true, updated_at: sql`now()` })
      .where('id', '=', petNumber)
      .where('pet_kind', '=', 'community')
      .where(sql<boolean>`exists (select from community_animals where pet_id = ${petNumber} and status <> 'died')`)
      .executeTakeFirst()
    if (adopted.numUpdatedRows === 0n) return requireAdoptedBy(transaction, petNumber, owner.id)
    await transaction
      .updateTable('community_animals')
      .set({ status: 'adopted', note: null })
      .where('pet_id', '=', petNumber)
      .execute()
    // It may name a carer.
    await transaction.deleteFrom('certificate_files').where('pet_id', '=', petNumber).execute()
    await transaction.deleteFrom('carers').where('pet_id', '=', petNumber).execute()
    await transaction.deleteFrom('sightings').where('pet_id', '=', petNumber).execute()
    await recordAudit(transaction, by, 'animal-adopted', { kind: 'pet', id: petNumber }, { after: { owner: owner.id } })
  })
}

/** Rejects with 404 unless this account has adopted the animal: then it is a repeat whose reply was lost. */
async function requireAdoptedBy(transaction: Db, petNumber: number, userId: number): Promise<void> {
  await transaction
    .selectFrom('pets')
    .innerJoin('community_animals', 'community_animals.pet_id', 'pets.id')
    .select('pets.id')
    .where('pets.id', '=', petNumber)
    .where('pets.user_id', '=', userId)
    .where('community_animals.status', '=', 'adopted')
    .executeTakeFirstOrThrow(() => notFound('pet_not_found'))
}
