import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import {
  PHOTO_BYTES_MAX,
  PHOTO_SIDES,
  type PhotoSize,
  photoFile,
  previewFile,
} from '@petsetu/contract/pets/pet-pictures.ts'
import { badRequest } from '../errors.ts'
import { diskError, type FileSink } from '../http/bodies/upload.ts'
import type { PictureKind } from './content-kind.ts'
import type { FileDriver, StoredFile } from './driver.ts'
import { incomingFiles, putContent } from './incoming-files.ts'
import { type RenderedPhoto, renderPhoto } from './render-photo.ts'

/** `kind` is null only for an empty file, and for one that is cut off at the limit. */
export type ReceivedPhoto = { temporaryPath: string; kind: PictureKind | null; sha256: string }

export type KeptPhoto = Pick<RenderedPhoto, 'width' | 'height' | 'color'> & { name: string }

export type PhotoStore = FileSink<ReceivedPhoto> & {
  /** Renders all sizes and stores them durably under a new name. Rejects with 400 if it is not one complete, still picture. */
  keep: (photo: ReceivedPhoto) => Promise<KeptPhoto>
  /** Removes all sizes; what cannot be removed now, the sweep removes later. */
  remove: (name: string) => Promise<void>
  read: (file: string) => Promise<StoredFile | null>
}

export const PHOTO_FILE = /^([0-9a-f]{32})-(?:(?:small|medium|large)\.webp|preview\.jpg)$/

export const filesOfPhoto = (name: string): string[] => [
  ...(Object.keys(PHOTO_SIDES) as PhotoSize[]).map((size) => photoFile(name, size)),
  previewFile(name),
]

/** Receives photos on the local disk and stores their sizes with the driver, beside the attachments. */
export async function photoStore(dataDir: string, driver: FileDriver, reserveMb: number): Promise<PhotoStore> {
  const incoming = await incomingFiles(dataDir, reserveMb)

  const store = (file: string, content: Buffer) => putContent(driver, incoming, file, content)

  async function remove(name: string): Promise<void> {
    for (const file of filesOfPhoto(name)) await driver.remove(file)
  }

  return {
    async receive(file) {
      const { temporaryPath, inspector, sha256, bytes } = await incoming.receive(file)
      const kind = inspector.picture()
      // The form parser answers a file without content, or of more than the limit.
      if (kind || bytes === 0 || bytes >= PHOTO_BYTES_MAX) return { temporaryPath, kind, sha256 }
      await rm(temporaryPath, { force: true })
      throw badRequest(inspector.startsAs() ? 'photo_unreadable' : 'photo_wrong_type')
    },
    place: 'disk',
    bytesMax: PHOTO_BYTES_MAX,
    tooLarge: 'photo_too_large',
    discard: ({ temporaryPath }) => rm(temporaryPath, { force: true }),
    async keep({ temporaryPath, kind, sha256 }) {
      if (!kind) throw badRequest('photo_unreadable')
      const { sizes, preview, ...shown } = await renderPhoto(temporaryPath, kind)
      const name = nameOf(sha256)
      try {
        for (const [size, content] of Object.entries(sizes)) await store(photoFile(name, size as PhotoSize), content)
        await store(previewFile(name), preview)
      } catch (error) {
        await remove(name).catch(() => {})
        throw diskError(error)
      }
      return { name, ...shown }
    },
    remove,
    read: driver.read,
  }
}

/** A hash of the content and of random bytes, so that no two photos share a file (docs/decisions/0030-…). */
function nameOf(sha256: string): string {
  return createHash('sha256').update(randomBytes(16)).update(sha256).digest('hex').slice(0, 32)
}
