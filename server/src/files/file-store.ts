import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { ATTACHMENT_BYTES_MAX, type AttachmentType } from '@petsetu/contract/complaints.ts'
import { HttpError } from '../errors.ts'
import { diskError, type FileSink } from '../http/bodies/upload.ts'
import type { AttachmentKind } from './content-kind.ts'
import type { FileDriver, StoredFile } from './driver.ts'
import { incomingFiles, newName, putContent } from './incoming-files.ts'
import { PHOTO_FILE } from './photo-store.ts'
import { blankPicture, renderShown } from './render-photo.ts'

/** A file that was received completely and belongs to no record yet. `kind` is null if its content is not allowed. */
export type ReceivedFile = { temporaryPath: string; kind: AttachmentKind | null; sha256: string; bytes: number }

/** What is stored for a file: what is shown of it and, where that is something else, what came. */
export type StoredNames = { name: string; originalName: string | null }

/** A stored file. `sha256` and `bytes` are those of what came. */
export type KeptFile = StoredNames & { sha256: string; bytes: number; type: AttachmentType }

const TYPES: Record<AttachmentKind, AttachmentType> = { pdf: 'application/pdf', jpg: 'image/jpeg', png: 'image/png' }

export type FileStore = FileSink<ReceivedFile> & {
  /**
   * Stores a received file durably. Of a picture a copy without metadata is shown, and what came is sealed; rejects with 400 if it is
   * not one complete, still picture.
   */
  keep: (file: ReceivedFile) => Promise<KeptFile>
  /** Removes what is stored for a file; if that fails, the sweep removes it later. */
  remove: (file: StoredNames) => Promise<void>
  /** Null if there is no such file. */
  read: (name: string) => Promise<StoredFile | null>
  /**
   * Does for a file that an earlier version stored what `keep` does: its picture gets a copy that is shown, and is itself what is
   * sealed. Null if it is missing.
   */
  seal: (name: string) => Promise<KeptFile | null>
  /** A picture of an earlier version as it is shown until it is sealed. */
  readUnsealed: (name: string) => Promise<StoredFile | null>
  /** Removes orphans of a crash: files older than a day for which `isKept` is false. Returns their number. */
  sweep: (isKept: (name: string) => Promise<boolean>) => Promise<number>
}

// The form of stored names. PostgreSQL is queried for no other, since it rejects NUL characters.
export const STORED_NAME = /^[a-z0-9]{32}\.(pdf|jpg|png)$/

// Of what is sealed: never the name of something that is shown.
const ORIGINAL_NAME = /^[a-z0-9]{32}-original\.(jpg|png)$/
const newOriginalName = (kind: AttachmentKind) => `${newName()}-original.${kind}`

const isOurs = (name: string) => [STORED_NAME, ORIGINAL_NAME, PHOTO_FILE].some((form) => form.test(name))

const ORPHAN_MS_MIN = 24 * 60 * 60 * 1_000

/** Receives attachments on the local disk, where they are inspected and rendered, and stores them with the driver. */
export async function fileStore(dataDir: string, driver: FileDriver, reserveMb = 0): Promise<FileStore> {
  const incoming = await incomingFiles(dataDir, reserveMb)
  const { read, list } = driver

  async function remove({ name, originalName }: StoredNames): Promise<void> {
    await driver.remove(name)
    if (originalName !== null) await driver.remove(originalName)
  }

  /** What is to be shown of a file that an earlier version stored; null for a PDF, which is shown as it is. */
  async function renderStored(name: string) {
    const file = await read(name)
    if (!file) return null
    const kind = name.split('.').at(-1) as AttachmentKind
    const { temporaryPath, sha256, bytes } = await incoming.receive(file.content)
    try {
      return { kind, sha256, bytes, shown: kind === 'pdf' ? null : await renderOld(temporaryPath, kind) }
    } finally {
      await rm(temporaryPath, { force: true })
    }
  }

  return {
    async receive(file) {
      const { temporaryPath, inspector, sha256, bytes } = await incoming.receive(file)
      const kind = inspector.kind()
      // The form parser cuts a file off at the limit and answers 413 itself, so a file of that size is not rejected here.
      if (kind || bytes === 0 || bytes >= ATTACHMENT_BYTES_MAX) return { temporaryPath, kind, sha256, bytes }
      await rm(temporaryPath, { force: true })
      throw new HttpError(415, 'wrong_file_type', { field: 'file' })
    },
    bytesMax: ATTACHMENT_BYTES_MAX,
    tooLarge: 'file_too_large',
    discard: ({ temporaryPath }) => rm(temporaryPath, { force: true }),
    async keep({ temporaryPath, kind, sha256, bytes }) {
      if (!kind) throw new HttpError(415, 'wrong_file_type', { field: 'file' })
      const shown = kind === 'pdf' ? null : await renderShown(temporaryPath, kind)
      const stored: StoredNames = { name: `${newName()}.${kind}`, originalName: shown && newOriginalName(kind) }
      try {
        await driver.put(stored.originalName ?? stored.name, temporaryPath)
        if (shown) await putContent(driver, incoming, stored.name, shown)
      } catch (error) {
        // The error may have come after a file was stored. If removing it fails, too, the sweep does it later.
        await remove(stored).catch(() => {})
        throw diskError(error)
      }
      return { ...stored, sha256, bytes, type: TYPES[kind] }
    },
    remove,
    read,
    async seal(name) {
      const old = await renderStored(name)
      if (!old) return null
      const { kind, shown, sha256, bytes } = old
      const stored = shown ? { name: `${newName()}.${kind}`, originalName: name } : { name, originalName: null }
      if (shown) await putContent(driver, incoming, stored.name, shown)
      return { ...stored, sha256, bytes, type: TYPES[kind] }
    },
    async readUnsealed(name) {
      const shown = (await renderStored(name))?.shown
      return shown ? { content: Readable.from(shown, { objectMode: false }), bytes: shown.length } : null
    },
    async sweep(isKept) {
      let removed = 0
      for await (const { name } of old(incoming.list())) {
        await rm(name, { force: true })
        removed++
      }
      for await (const { name } of old(list())) {
        if (!isOurs(name) || (await isKept(name))) continue
        await driver.remove(name)
        removed++
      }
      return removed
    },
  }
}

function renderOld(file: string, kind: 'jpg' | 'png'): Promise<Buffer> {
  return renderShown(file, kind).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 400) return blankPicture(kind)
    throw error
  })
}

async function* old(files: ReturnType<FileDriver['list']>): ReturnType<FileDriver['list']> {
  for await (const file of files) if (Date.now() - file.changedAt.getTime() > ORPHAN_MS_MIN) yield file
}
