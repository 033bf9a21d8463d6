import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ATTACHMENT_BYTES_MAX } from '@petsetu/contract/complaints.ts'
import { HttpError } from '../errors.ts'
import { diskError, type FileSink } from '../http/bodies/upload.ts'
import { AttachmentInspector, type AttachmentKind } from './content-kind.ts'
import { filesIn } from './disk-driver.ts'
import { requireDiskReserve } from './disk-reserve.ts'
import type { FileDriver, StoredFile } from './driver.ts'
import { DATA_FOLDER_MODE, makePrivateFolder } from './private-folder.ts'

/** A file that was received completely and belongs to no record yet. `kind` is null if its content is not allowed. */
export type ReceivedFile = { temporaryPath: string; kind: AttachmentKind | null; sha256: string }

export type FileStore = FileSink<ReceivedFile> & {
  /** Stores a received file durably and returns its stored name. */
  keep: (file: ReceivedFile) => Promise<string>
  /** Removes a file; if that fails, the sweep removes it later. */
  remove: (name: string) => Promise<void>
  /** Null if there is no such file. */
  read: (name: string) => Promise<StoredFile | null>
  /** Removes orphans of a crash: files older than a day for which `isKept` is false. Returns their number. */
  sweep: (isKept: (name: string) => Promise<boolean>) => Promise<number>
}

// The form of stored names. PostgreSQL is queried for no other, since it rejects NUL characters.
export const STORED_NAME = /^[a-z0-9]{32}\.(pdf|jpg|png)$/

// Per file. Chunks that wait for the disk are written together, so that reading the form need not wait for each of them.
const UNWRITTEN_BYTES_MAX = 512 * 1024

const ORPHAN_MS_MIN = 24 * 60 * 60 * 1_000

/** Receives attachments on the local disk, where they are inspected, and stores them with the driver. */
export async function fileStore(dataDir: string, driver: FileDriver, reserveMb = 0): Promise<FileStore> {
  const incoming = path.join(dataDir, 'attachments/incoming')
  await makePrivateFolder(dataDir, DATA_FOLDER_MODE)
  for (const folder of [path.dirname(incoming), incoming]) await makePrivateFolder(folder)
  const { put, remove, read, list } = driver

  return {
    receive: (file) => receive(file, incoming, reserveMb),
    bytesMax: ATTACHMENT_BYTES_MAX,
    discard: ({ temporaryPath }) => rm(temporaryPath, { force: true }),
    async keep({ temporaryPath, kind }) {
      if (!kind) throw new HttpError(415, 'wrong_file_type', { field: 'file' })
      const name = `${newName()}.${kind}`
      await put(name, temporaryPath).catch(async (error: unknown) => {
        // The error may have come after the file was stored. If removing it fails, too, the sweep does it later.
        await remove(name).catch(() => {})
        throw diskError(error)
      })
      return name
    },
    remove,
    read,
    async sweep(isKept) {
      let removed = 0
      for await (const { name } of old(filesIn(incoming))) {
        await rm(path.join(incoming, name), { force: true })
        removed++
      }
      for await (const { name } of old(list())) {
        if (!STORED_NAME.test(name) || (await isKept(name))) continue
        await remove(name)
        removed++
      }
      return removed
    },
  }
}

/** Writes a file below `incoming` and inspects it on the way. */
async function receive(file: Readable, incoming: string, reserveMb: number): Promise<ReceivedFile> {
  await requireDiskReserve(incoming, reserveMb)
  const temporaryPath = path.join(incoming, newName())
  const inspector = new AttachmentInspector()
  const hash = createHash('sha256')
  let bytes = 0
  try {
    file.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      inspector.add(chunk)
      hash.update(chunk)
    })
    await pipeline(file, createWriteStream(temporaryPath, { highWaterMark: UNWRITTEN_BYTES_MAX, mode: 0o600 }))
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw error
  }
  const kind = inspector.kind()
  // The form parser cuts a file off at the limit and answers 413 itself, so a file of that size is not rejected here.
  if (kind || bytes === 0 || bytes >= ATTACHMENT_BYTES_MAX) return { temporaryPath, kind, sha256: hash.digest('hex') }
  await rm(temporaryPath, { force: true })
  throw new HttpError(415, 'wrong_file_type', { field: 'file' })
}

function newName(): string {
  return randomBytes(16).toString('hex')
}

async function* old(files: ReturnType<FileDriver['list']>): ReturnType<FileDriver['list']> {
  for await (const file of files) if (Date.now() - file.changedAt.getTime() > ORPHAN_MS_MIN) yield file
}
