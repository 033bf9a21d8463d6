import type { PetKey } from '@petsetu/contract/pets.ts'
import type { Photo } from '@petsetu/contract/photo.ts'
import { PHOTO_PATH } from '@petsetu/contract/photo-sizes.ts'
import { photoCalls } from '@petsetu/contract/photos.ts'
import type { FastifyInstance } from 'fastify'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import type { Pool } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { badRequest, HttpError, isRefusedByDatabase, notFound } from '../errors.ts'
import { PHOTO_FILE, type PhotoStore, type ReceivedPhoto } from '../files/photo-store.ts'
import { receiveForm } from '../http/bodies/upload.ts'
import { openForms, PHOTOS_OPEN_MAX } from '../http/limits/open-forms.ts'
import { type CreateOnce, createOnce } from '../http/routing/idempotency.ts'
import { mounter } from '../http/routing/mount.ts'
import type { Person } from '../http/routing/person.ts'
import { routeOf } from '../http/routing/route-of.ts'
import { findOwnPet } from './pet-queries.ts'
import { deletePhoto, findPhoto, insertPhoto, orderPhotos, photoOf } from './photo-queries.ts'

type PhotoDeps = Deps & { photos: PhotoStore; lookUpPool: Pool }

export function photoRoutes(app: FastifyInstance, deps: PhotoDeps): void {
  const on = mounter(app, deps)
  const { db, photos } = deps
  const admitForm = openForms(PHOTOS_OPEN_MAX, deps.config.rateLimits)
  photoFiles(app, deps)

  on(photoCalls.add, async ({ params, person, request, reply, whenReceived }) => {
    const petNumber = await ownPetNumber(params.id, person)
    await deps.throttles.photosByAccount.count(String(person.id))
    return admitForm(request.ip, async () => {
      const { files } = await receiveForm(request, reply, { one: photoCalls.add.multipart }, photos)
      const [file] = files
      if (!file) throw badRequest('photo_missing')
      try {
        const once = createOnce(db, request, person, { petNumber, sha256: file.sha256 })
        return await whenReceived(() => addPhoto(petNumber, file, once, { person, request }))
      } finally {
        await photos.discard(file)
      }
    })
  })

  on(photoCalls.order, async ({ params, body: { order }, person, request }) => {
    const id = await ownPetNumber(params.id, person)
    return inTransaction(db, async (transaction) => {
      const photos = await orderPhotos(transaction, id, order)
      const object = { kind: 'pet', id } as const
      await recordAudit(transaction, { person, request }, { action: 'photos-ordered', object, after: { order } })
      return photos
    })
  })

  on(photoCalls.remove, async ({ params, person, request }) => {
    const id = await ownPetNumber(params.id, person)
    await inTransaction(db, async (transaction) => {
      await deletePhoto(transaction, id, params.photoId)
      const [object, before] = [{ kind: 'pet', id } as const, { photo_id: params.photoId }]
      await recordAudit(transaction, { person, request }, { action: 'photo-deleted', object, before })
    })
  })

  async function ownPetNumber(key: PetKey, person: Person): Promise<number> {
    const pet = await findOwnPet(db, key, person)
    if (!pet) throw notFound('pet_not_found')
    return pet.id
  }

  /** Files and row are stored together: a crash in between leaves at most files that the sweep removes. */
  async function addPhoto(petNumber: number, file: ReceivedPhoto, once: CreateOnce, by: Actor): Promise<Photo> {
    const kept = await photos.keep(file)
    const id = await once(async (transaction) => {
      const photoId = await insertPhoto(transaction, petNumber, kept)
      const object = { kind: 'pet', id: petNumber } as const
      await recordAudit(transaction, by, { action: 'photo-added', object, after: { photo_id: photoId } })
      return photoId
    }).catch(async (error: unknown) => {
      // After any other error the row may exist together with its files, so these are left to the sweep.
      if (error instanceof HttpError || isRefusedByDatabase(error)) await photos.remove(kept.name)
      throw error
    })
    const photo = await findPhoto(db, id)
    // A repeated request, whose photo has files already.
    if (photo.name !== kept.name) await photos.remove(kept.name)
    return photoOf(photo)
  }
}

const PHOTO_EXISTS = { name: 'photo-exists', text: 'select from photos where name = $1' }
const YEAR_SECONDS = 31_536_000

/** Serves the sizes of photos to whoever knows their names, which are hashes of 128 bits. A deleted photo is gone at once. */
function photoFiles(app: FastifyInstance, { photos, lookUpPool, loadShedding }: PhotoDeps): void {
  async function isStored(name: string): Promise<boolean> {
    loadShedding.enter('critical')
    try {
      const { rowCount } = await lookUpPool.query({ ...PHOTO_EXISTS, values: [name] })
      return rowCount === 1
    } finally {
      loadShedding.leave()
    }
  }

  app.get<{ Params: { file: string } }>(routeOf(PHOTO_PATH), async (request, reply) => {
    const name = PHOTO_FILE.exec(request.params.file)?.[1]
    const file = name && (await isStored(name)) ? await photos.read(request.params.file) : null
    if (!file) throw notFound('photo_not_found')
    return reply
      .header('content-type', request.params.file.endsWith('.webp') ? 'image/webp' : 'image/jpeg')
      .header('content-length', file.bytes)
      .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
      .send(file.content)
  })
}
