import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ATTACHMENT_BYTES_MAX } from '@petsetu/contract/complaints/complaint-facts.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/pool.ts'
import { HttpError } from '../errors.ts'
import { diskError, type FileSink } from '../http/bodies/upload.ts'
import type { AttachmentKind } from './content-kind.ts'
import { diskDriver, type FileDriver, type StoredFile } from './driver.ts'
import {
  type IncomingFiles,
  incomingFiles,
  newOriginalName,
  newStoredName,
  ORIGINAL_NAME,
  putContent,
  STORED_NAME,
  type StoredAttachment,
  type StoredNames,
  TYPES,
} from './incoming-files.ts'
import { PHOTO_FILE } from './photo-store.ts'
import { blankPicture, renderShown } from './render-photo.ts'

/** A file that was received completely and belongs to no record yet. `kind` is null if its content is not allowed. */
export type ReceivedFile = { temporaryPath: string; kind: AttachmentKind | null; sha256: string; bytes: number }

export type FileStore = FileSink<ReceivedFile> &
  EarlierFiles & {
    /** Stores a file and a picture's copy without metadata. Rejects with 400 what is not one complete, still picture. */
    keep: (file: ReceivedFile) => Promise<StoredAttachment>
    /** Removes what is stored for a file; if that fails, the sweep removes it later. */
    remove: (file: StoredNames) => Promise<void>
    /** Stores a text of the program under a name that no attachment has, in place of the one before. */
    putText: (name: string, text: string) => Promise<void>
    read: (name: string) => Promise<StoredFile | null>
    /**
     * Removes orphans of a crash: files older than a day for which `isKept` is false. Returns their number. Leaves the rest once
     * `stopping` aborts.
     */
    sweep: (isKept: IsKept, stopping?: AbortSignal) => Promise<number>
  }

/** The rows and the files of the records. */
export type Stores = { db: Db; attachments: FileStore }

type IsKept = (name: string) => Promise<boolean>

const ORPHAN_MS_MIN = 24 * 60 * 60 * 1_000

/** Receives attachments on the local disk, where they are inspected and rendered, and stores them with the driver. */
export async function fileStore(dataDir: string, driver: FileDriver, reserveMb = 0): Promise<FileStore> {
  const incoming = await incomingFiles(dataDir, reserveMb)

  async function remove({ name, originalName }: StoredNames): Promise<void> {
    await driver.remove(name)
    if (originalName !== null) await driver.remove(originalName)
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
    place: 'disk',
    bytesMax: ATTACHMENT_BYTES_MAX,
    tooLarge: 'file_too_large',
    discard: ({ temporaryPath }) => rm(temporaryPath, { force: true }),
    async keep({ temporaryPath, kind, sha256, bytes }) {
      if (!kind) throw new HttpError(415, 'wrong_file_type', { field: 'file' })
      const shown = kind === 'pdf' ? null : await renderShown(temporaryPath, kind)
      const stored: StoredNames = { name: newStoredName(kind), originalName: shown && newOriginalName(kind) }
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
    putText: (name, text) => putContent(driver, incoming, name, Buffer.from(text)),
    read: driver.read,
    sweep: (isKept, stopping) => sweep(driver, incoming, isKept, stopping),
    ...earlierFiles(driver, incoming),
  }
}

async function sweep(
  driver: FileDriver,
  incoming: IncomingFiles,
  isKept: IsKept,
  stopping?: AbortSignal,
): Promise<number> {
  let removed = 0
  for await (const { name } of old(incoming.list())) {
    if (stopping?.aborted) return removed
    await rm(name, { force: true })
    removed++
  }
  for await (const { name } of old(driver.list())) {
    if (stopping?.aborted) return removed
    if (!isOurs(name) || (await isKept(name))) continue
    await driver.remove(name)
    removed++
  }
  return removed
}

const isOurs = (name: string) => [STORED_NAME, ORIGINAL_NAME, PHOTO_FILE].some((form) => form.test(name))

async function* old(files: ReturnType<FileDriver['list']>): ReturnType<FileDriver['list']> {
  for await (const file of files) if (Date.now() - file.changedAt.getTime() > ORPHAN_MS_MIN) yield file
}

/** The pictures of an earlier version, which stored and showed them as they had come. */
type EarlierFiles = {
  /** Stores a copy without metadata to be shown, and seals the picture itself. Null if the file is missing. */
  seal: (name: string) => Promise<StoredAttachment | null>
  /** Reads a picture that is not sealed yet, as it is shown. */
  readUnsealed: (name: string) => Promise<StoredFile | null>
}

function earlierFiles(driver: FileDriver, incoming: IncomingFiles): EarlierFiles {
  /** `shown` is null for a PDF, which is shown as it is. */
  async function render(name: string) {
    const file = await driver.read(name)
    if (!file) return null
    const kind = name.split('.').at(-1) as AttachmentKind
    const { temporaryPath, sha256, bytes } = await incoming.receive(file.content)
    try {
      return { kind, sha256, bytes, shown: kind === 'pdf' ? null : await renderOrBlank(temporaryPath, kind) }
    } finally {
      await rm(temporaryPath, { force: true })
    }
  }

  return {
    async seal(name) {
      const file = await render(name)
      if (!file) return null
      const { kind, shown, sha256, bytes } = file
      const stored = shown ? { name: newStoredName(kind), originalName: name } : { name, originalName: null }
      if (shown) await putContent(driver, incoming, stored.name, shown)
      return { ...stored, sha256, bytes, type: TYPES[kind] }
    },
    async readUnsealed(name) {
      const shown = (await render(name))?.shown
      return shown ? { content: Readable.from(shown, { objectMode: false }), bytes: shown.length } : null
    },
  }
}

function renderOrBlank(file: string, kind: 'jpg' | 'png'): Promise<Buffer> {
  return renderShown(file, kind).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 400) return blankPicture(kind)
    throw error
  })
}

export async function contentOf(files: Pick<FileStore, 'read'>, name: string): Promise<string | null> {
  const file = await files.read(name)
  return file && (await buffer(file.content)).toString('base64')
}

/** Gives a stored file a place in an export, and returns what stands for it in the data; null if it is missing. */
export type PlaceFile = (name: string) => Promise<string | null>

export async function openFileDriver(
  { objectStore, dataDir }: Pick<Config, 'objectStore' | 'dataDir'>,
  log: FastifyBaseLogger,
): Promise<FileDriver> {
  if (!objectStore) return diskDriver(path.join(dataDir, 'attachments'))
  const { s3Driver } = await import('./s3-driver.ts')
  return s3Driver(objectStore, log)
}
