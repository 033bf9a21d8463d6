import { routeOf } from '@petsetu/contract/paths.ts'
import { PHOTO_PATH } from '@petsetu/contract/pets/pet-pictures.ts'
import type { Photo } from '@petsetu/contract/pets/pet-schemas.ts'
import { photoCalls } from '@petsetu/contract/pets/photos.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Actor, recordAudit } from '../people/audit/record-audit.ts'
import { orRemoveFiles } from '../platform/db/database-errors.ts'
import type { Db, Pool } from '../platform/db/pool.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { badRequest, notFound } from '../platform/errors.ts'
import { PHOTO_FILE, type PhotoStore, type ReceivedPhoto } from '../platform/files/photo-store.ts'
import { receiveForm } from '../platform/http/bodies/upload.ts'
import { type WithIdempotency, withIdempotency } from '../platform/http/routing/idempotency.ts'
import { routeRegistrar } from '../platform/http/routing/route-registrar.ts'
import { lockOwnPet, readOwnPet } from './pet-queries.ts'
import { deletePhoto, insertPhoto, orderPhotos, photoOf, readPhoto } from './photo-queries.ts'

type PhotoDeps = Deps & { photos: PhotoStore; readPool: Pool }

export function photoRoutes(app: FastifyInstance, deps: PhotoDeps): void {
  const on = routeRegistrar(app, deps)
  const { db, photos } = deps
  photoFiles(app, deps)

  on(photoCalls.add, async ({ params, person, by, request, reply, runAfterUpload }) => {
    const { id: petNumber } = await readOwnPet(db, params.id, person)
    await deps.throttles.photosByAccount.count(String(person.id))
    const { files } = await receiveForm(request, reply, { one: photoCalls.add.multipart }, photos)
    const [file] = files
    if (!file) throw badRequest('photo_missing')
    try {
      const once = withIdempotency(db, request, person, { petNumber, sha256: file.sha256 })
      return await runAfterUpload(() => addPhoto(deps, petNumber, file, { once, by }))
    } finally {
      await photos.discard(file)
    }
  })

  on(photoCalls.order, async ({ params, body: { order }, person, by }) => {
    const { id } = await readOwnPet(db, params.id, person)
    return inTransaction(db, async (transaction) => {
      await lockOwnPet(transaction, { id }, person)
      const photos = await orderPhotos(transaction, id, order)
      await recordAudit(transaction, by, 'photos-ordered', { kind: 'pet', id }, { after: { order } })
      return photos
    })
  })

  on(photoCalls.remove, async ({ params, person, by }) => {
    const { id } = await readOwnPet(db, params.id, person)
    await inTransaction(db, async (transaction) => {
      await lockOwnPet(transaction, { id }, person)
      await deletePhoto(transaction, id, params.photoId)
      const [object, before] = [{ kind: 'pet', id } as const, { photo_id: params.photoId }]
      await recordAudit(transaction, by, 'photo-deleted', object, { before })
    })
  })
}

const PHOTO_EXISTS = { name: 'photo-exists', text: 'select from photos where name = $1' }
// Caches keep a deleted photo no longer.
const DAY_SECONDS = 86_400

/** Serves the sizes of photos to whoever knows their names, which are hashes of 128 bits. A deleted photo is gone here at once. */
function photoFiles(app: FastifyInstance, { photos, readPool, loadShedding }: PhotoDeps): void {
  async function isStored(name: string): Promise<boolean> {
    const find = () => readPool.query({ ...PHOTO_EXISTS, values: [name] })
    const { rowCount } = await loadShedding.run(find, 'critical')
    return rowCount === 1
  }

  app.get<{ Params: { file: string } }>(routeOf({ pattern: PHOTO_PATH }), async (request, reply) => {
    const name = PHOTO_FILE.exec(request.params.file)?.[1]
    const file = name && (await isStored(name)) ? await photos.read(request.params.file) : null
    if (!file) throw notFound('photo_not_found')
    return reply
      .header('content-type', request.params.file.endsWith('.webp') ? 'image/webp' : 'image/jpeg')
      .header('content-length', file.bytes)
      .header('cache-control', `public, max-age=${DAY_SECONDS}, immutable`)
      .send(file.content)
  })
}

type Stores = { db: Db; photos: PhotoStore }

/** Files and row are stored together: a crash in between leaves at most files that the sweep removes. */
async function addPhoto(
  { db, photos }: Stores,
  petNumber: number,
  file: ReceivedPhoto,
  { once, by }: { once: WithIdempotency; by: Actor },
): Promise<Photo> {
  const kept = await photos.keep(file)
  const stored = once(async (transaction) => {
    await lockOwnPet(transaction, { id: petNumber }, by.person)
    const photoId = await insertPhoto(transaction, petNumber, kept)
    await recordAudit(transaction, by, 'photo-added', { kind: 'pet', id: petNumber }, { after: { photo_id: photoId } })
    return photoId
  })
  const photo = await readPhoto(db, await orRemoveFiles(stored, () => photos.remove(kept.name)))
  // A repeated request, whose photo has files already.
  if (photo.name !== kept.name) await photos.remove(kept.name)
  return photoOf(photo)
}
