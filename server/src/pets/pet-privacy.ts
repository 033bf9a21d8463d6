import type { Db } from '../platform/db/pool.ts'
import type { PlaceFile } from '../platform/files/file-content.ts'
import { listPhotosOfPerson } from './photo-queries.ts'

/** The photos of a person's pets, each with its large size. */
export async function exportPhotos(db: Db, userId: number | null, place: PlaceFile): Promise<object[]> {
  const photos = await listPhotosOfPerson(db, userId)
  return Promise.all(photos.map(async (photo) => ({ ...photo, file: await place(photo.file_path) })))
}
