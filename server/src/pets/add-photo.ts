import type { Photo } from '@petsetu/contract/photo.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { isRolledBack } from '../db/database-errors.ts'
import type { Db } from '../db/pool.ts'
import type { PhotoStore, ReceivedPhoto } from '../files/photo-store.ts'
import type { CreateOnce } from '../http/routing/idempotency.ts'
import { insertPhoto, photoOf, readPhoto } from './photo-queries.ts'

type Stores = { db: Db; photos: PhotoStore }

/** Files and row are stored together: a crash in between leaves at most files that the sweep removes. */
export async function addPhoto(
  { db, photos }: Stores,
  petNumber: number,
  file: ReceivedPhoto,
  { once, by }: { once: CreateOnce; by: Actor },
): Promise<Photo> {
  const kept = await photos.keep(file)
  const id = await once(async (transaction) => {
    const photoId = await insertPhoto(transaction, petNumber, kept)
    const object = { kind: 'pet', id: petNumber } as const
    await recordAudit(transaction, by, { action: 'photo-added', object, after: { photo_id: photoId } })
    return photoId
  }).catch(async (error: unknown) => {
    // After any other error the row may exist together with its files, so these are left to the sweep.
    if (isRolledBack(error)) await photos.remove(kept.name)
    throw error
  })
  const photo = await readPhoto(db, id)
  // A repeated request, whose photo has files already.
  if (photo.name !== kept.name) await photos.remove(kept.name)
  return photoOf(photo)
}
