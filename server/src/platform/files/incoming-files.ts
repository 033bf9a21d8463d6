import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AttachmentType } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { HttpError } from '../errors.ts'
import { AttachmentInspector, type AttachmentKind } from './content-kind.ts'
import { type FileDriver, filesIn } from './driver.ts'
import { DATA_FOLDER_MODE, makePrivateFolder } from './private-folder.ts'

type IncomingFile = { temporaryPath: string; inspector: AttachmentInspector; sha256: string; bytes: number }

export type IncomingFiles = {
  receive: (file: Readable) => Promise<IncomingFile>
  newPath: () => string
  list: () => ReturnType<typeof filesIn>
}

// Per file. Chunks that wait for the disk are written together, so that reading the form need not wait for each of them.
const UNWRITTEN_BYTES_MAX = 512 * 1024

/** The folder for files that belong to no record yet. */
export async function incomingFiles(dataDir: string, reserveMb: number): Promise<IncomingFiles> {
  const folder = path.join(dataDir, 'attachments/incoming')
  await makePrivateFolder(dataDir, DATA_FOLDER_MODE)
  for (const each of [path.dirname(folder), folder]) await makePrivateFolder(each)
  const newPath = () => path.join(folder, newName())

  return {
    async receive(file) {
      await requireDiskReserve(folder, reserveMb)
      const temporaryPath = newPath()
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
      return { temporaryPath, inspector, sha256: hash.digest('hex'), bytes }
    },
    newPath,
    async *list() {
      for await (const { name, changedAt } of filesIn(folder)) yield { name: path.join(folder, name), changedAt }
    },
  }
}

export async function putContent(
  driver: FileDriver,
  incoming: IncomingFiles,
  name: string,
  content: Buffer,
): Promise<void> {
  const temporaryPath = incoming.newPath()
  try {
    await writeFile(temporaryPath, content, { mode: 0o600 })
    await driver.put(name, temporaryPath)
  } finally {
    await rm(temporaryPath, { force: true })
  }
}

function newName(): string {
  return randomBytes(16).toString('hex')
}

const BYTES_PER_MB = 1_000_000

/** Rejects with 503 while the disk has less free space than the reserve, which the database needs. */
async function requireDiskReserve(folder: string, reserveMb: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const freeMb = Math.floor((bavail * bsize) / BYTES_PER_MB)
  if (freeMb >= reserveMb) return
  throw new HttpError(503, 'files_not_accepted', {
    retryAfterSeconds: 300,
    cause: new Error(`Only ${freeMb} MB are free on the disk of the attachments; the reserve is ${reserveMb} MB`),
  })
}

/** The name of the shown version, and that of the original if it is another file. */
export type StoredNames = { name: string; originalName: string | null }

/** `sha256` and `bytes` are those of the file that was sent. */
export type StoredAttachment = StoredNames & { sha256: string; bytes: number; type: AttachmentType }

export const TYPES: Record<AttachmentKind, AttachmentType> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
}

/** The content type of the file with this name, which is one of `STORED_NAME`. */
export function contentTypeOf(name: string): AttachmentType {
  return TYPES[name.split('.').at(-1) as AttachmentKind]
}

// PostgreSQL is queried for no other names, since it rejects NUL characters.
export const STORED_NAME = /^[a-z0-9]{32}\.(pdf|jpg|png)$/

// Matches names of originals. Originals are never served.
export const ORIGINAL_NAME = /^[a-z0-9]{32}-original\.(jpg|png)$/

export const newStoredName = (kind: AttachmentKind) => `${newName()}.${kind}`
export const newOriginalName = (kind: AttachmentKind) => `${newName()}-original.${kind}`
