import { randomBytes } from 'node:crypto'
import type { Photo } from '@petsetu/contract/pets/pet-schemas.ts'
import { photoCalls } from '@petsetu/contract/pets/photos.ts'
import { insertPhoto } from '../src/pets/photo-queries.ts'
import type { Db } from '../src/platform/db/pool.ts'
import { aPhoto } from './a-photo.ts'
import { aPet } from './factories.ts'
import type { TestApp } from './harness.ts'

/** Sends a photo as a browser does. */
export function sendPhoto(
  app: Pick<TestApp, 'call'>,
  petId: number | string,
  bytes: Buffer,
  as: { token: string } | null,
  { name = 'photo.jpg', key }: { name?: string; key?: string } = {},
) {
  const body: object = { photo: new File([new Uint8Array(bytes)], name) }
  const input = { params: { id: String(petId) }, body: body as Record<string, never> }
  return app.call(photoCalls.add, input, as, key ? { 'idempotency-key': key } : {})
}

export async function aPetWithPhotos(app: TestApp, owner: { id: number; token: string }, photoCount: number) {
  const pet = await aPet(app.db, owner)
  const photos: Photo[] = []
  for (let sent = 0; sent < photoCount; sent++) photos.push((await sendPhoto(app, pet.id, await aPhoto(), owner)).body)
  return { pet, photos }
}

/** A pet with rows of photos, without their files. Returns the ids. */
export async function aPetWithPhotoRows(db: Db, owner: { id: number }, photoCount: number) {
  const pet = await aPet(db, owner)
  const photoIds: number[] = []
  for (let made = 0; made < photoCount; made++) {
    const name = randomBytes(16).toString('hex')
    photoIds.push(await insertPhoto(db, pet.id, { name, width: 400, height: 300, color: '#808080' }))
  }
  return { pet, photoIds }
}
