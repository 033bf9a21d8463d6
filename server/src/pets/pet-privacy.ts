import type { Db } from '../db/pool.ts'
import { contentOf } from '../files/file-content.ts'
import type { FileStore } from '../files/file-store.ts'
import { listPhotosOfPerson } from './photo-queries.ts'

/** The photos of a person's pets, each with its large size in base64. */
export async function exportPhotos(
  { db, attachments }: { db: Db; attachments: FileStore },
  userId: number | null,
): Promise<object[]> {
  const photos = await listPhotosOfPerson(db, userId)
  return Promise.all(photos.map(async (photo) => ({ ...photo, file: await contentOf(attachments, photo.file_path) })))
}
