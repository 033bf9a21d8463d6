import { FINDER_PHOTO_PATH, type FoundPhoto, OWNER_PHOTO_PATH } from '@petsetu/contract/pets/found.ts'
import { fillPath } from '@petsetu/contract/visitor-paths.ts'
import { orRemoveFiles } from '../../platform/db/database-errors.ts'
import type { Db } from '../../platform/db/pool.ts'
import { type KeptPhoto, PHOTO_FILE, type PhotoStore, type ReceivedPhoto } from '../../platform/files/photo-store.ts'
import { signed } from '../../platform/files/signed-link.ts'

export type NewPhoto = KeptPhoto & { sha256: string }

/** Stores a photo's files for a row that `work` writes, and removes them if it does not. */
export async function withFiles<T>(
  photos: PhotoStore,
  received: ReceivedPhoto | null,
  work: (photo: NewPhoto | null) => Promise<{ value: T; isStored: boolean }>,
): Promise<T> {
  const photo = received && { ...(await photos.keep(received)), sha256: received.sha256 }
  const { value, isStored } = await orRemoveFiles(work(photo), async () => photo && photos.remove(photo.name))
  if (photo && !isStored) await photos.remove(photo.name)
  return value
}

export async function insertFoundPhoto(transaction: Db, messageId: number, photo: NewPhoto): Promise<void> {
  const { name, sha256, width, height } = photo
  await transaction.insertInto('found_photos').values({ message_id: messageId, name, sha256, width, height }).execute()
}

export async function isFoundPhotoFile(db: Db, file: string): Promise<boolean> {
  const name = PHOTO_FILE.exec(file)?.[1]
  const row = name && (await db.selectFrom('found_photos').select('name').where('name', '=', name).executeTakeFirst())
  return Boolean(row)
}

type Sized = { id: number; photo: { width: number; height: number } | null }

/** The photo of a message at an address that holds the finder's token. */
export function photoForFinder({ id, photo }: Sized, token: string): FoundPhoto | null {
  return photo && { ...photo, url: fillPath(FINDER_PHOTO_PATH, { token, messageId: id }) }
}

/** A thread is asked for again and again, and its pictures are to be loaded once. */
const SAME_ADDRESS_MS = 5 * 60 * 1_000

/** The photo of a message at an address that works for five to ten minutes: a picture cannot send a bearer token. */
export function photoForOwner({ id, photo }: Sized, key: Buffer, now = Date.now()): FoundPhoto | null {
  const from = Math.ceil(now / SAME_ADDRESS_MS) * SAME_ADDRESS_MS
  return (
    photo && { ...photo, url: `${fillPath(OWNER_PHOTO_PATH, { messageId: id })}?${signed(subjectOf(id), key, from)}` }
  )
}

/** Returns the subject of an address's signature. */
export const subjectOf = (messageId: number | string) => `photo of found message ${messageId}`
