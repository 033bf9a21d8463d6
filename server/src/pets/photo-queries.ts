import {
  PHOTO_PATH,
  PHOTO_SIDES,
  PHOTOS_A_PET_MAX,
  type PhotoSize,
  photoFile,
} from '@petsetu/contract/pets/pet-pictures.ts'
import type { Photo } from '@petsetu/contract/pets/pet-schemas.ts'
import { fillPath } from '@petsetu/contract/visitor-paths.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/pool.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { badRequest, HttpError, notFound } from '../platform/errors.ts'
import type { PlaceFile } from '../platform/files/file-store.ts'
import { type KeptPhoto, PHOTO_FILE } from '../platform/files/photo-store.ts'
import { lockPet } from './lock-pet.ts'

export type StoredPhoto = { id: number; name: string; width: number; height: number; color: string }

export const PHOTOS_SQL = `(
  select coalesce(json_agg(json_build_object('id', id, 'name', name, 'width', width, 'height', height, 'color', color)
    order by position), '[]')
  from photos where photos.pet_id = pets.id)`

export const photosColumn = sql<StoredPhoto[]>`${sql.raw(PHOTOS_SQL)}`.as('photos')

export function photoOf({ name, ...photo }: StoredPhoto): Photo {
  const urls = Object.keys(PHOTO_SIDES).map((size) => [
    size,
    fillPath(PHOTO_PATH, { file: photoFile(name, size as PhotoSize) }),
  ])
  return { ...photo, urls: Object.fromEntries(urls) }
}

const COLUMNS = ['id', 'name', 'width', 'height', 'color'] as const

async function listPhotos(db: Db, petNumber: number): Promise<Photo[]> {
  const rows = await db
    .selectFrom('photos')
    .select(COLUMNS)
    .where('pet_id', '=', petNumber)
    .orderBy('position')
    .execute()
  return rows.map(photoOf)
}

export async function readPhoto(db: Db, id: number): Promise<StoredPhoto> {
  return db
    .selectFrom('photos')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('photo_not_found'))
}

/** Adds a photo as the last one. Rejects with 409 at the maximum; the lock lets concurrent uploads count each other. */
export async function insertPhoto(transaction: Db, petNumber: number, kept: KeptPhoto): Promise<number> {
  await lockPet(transaction, petNumber)
  const photos = await listPhotos(transaction, petNumber)
  if (photos.length >= PHOTOS_A_PET_MAX)
    throw new HttpError(409, 'too_many_photos', { values: { max: PHOTOS_A_PET_MAX } })
  const row = await transaction
    .insertInto('photos')
    .values({
      ...kept,
      pet_id: petNumber,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from photos where pet_id = ${petNumber})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Rejects with 400 unless `order` names each photo of the pet once. */
export async function orderPhotos(db: Db, petNumber: number, order: number[]): Promise<Photo[]> {
  return inTransaction(db, async (transaction) => {
    await lockPet(transaction, petNumber)
    const photos = await listPhotos(transaction, petNumber)
    const isComplete = photos.length === order.length && photos.every(({ id }) => order.includes(id))
    if (!isComplete) throw badRequest('wrong_photo_order')
    for (const [position, id] of order.entries())
      await transaction.updateTable('photos').set({ position }).where('id', '=', id).execute()
    return listPhotos(transaction, petNumber)
  })
}

/** Its files are removed by a job that a trigger adds. */
export async function deletePhoto(db: Db, petNumber: number, id: number): Promise<void> {
  const deleted = await db.deleteFrom('photos').where('id', '=', id).where('pet_id', '=', petNumber).executeTakeFirst()
  if (deleted.numDeletedRows === 0n) throw notFound('photo_not_found')
}

export async function isPhotoFile(db: Db, file: string): Promise<boolean> {
  const name = PHOTO_FILE.exec(file)?.[1]
  const row = name && (await db.selectFrom('photos').select('id').where('name', '=', name).executeTakeFirst())
  return Boolean(row)
}

/** The photos of a person's pets, each with the stored name of its large size, for an export. */
async function listPhotosOfPerson(db: Db, userId: number | null) {
  const rows = await db
    .selectFrom('photos')
    .innerJoin('pets', 'pets.id', 'photos.pet_id')
    .select(['photos.id', 'photos.pet_id', 'pet_name', 'name', 'color', 'photos.created_at'])
    .where('user_id', '=', userId)
    .orderBy('pets.id')
    .orderBy('position')
    .execute()
  return rows.map(({ name, ...photo }) => ({ ...photo, file_path: photoFile(name, 'large') }))
}

export async function exportPhotos(db: Db, userId: number | null, place: PlaceFile): Promise<object[]> {
  const photos = await listPhotosOfPerson(db, userId)
  return Promise.all(photos.map(async (photo) => ({ ...photo, file: await place(photo.file_path) })))
}
