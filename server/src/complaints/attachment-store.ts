import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ATTACHMENT_BYTES_MAX, ATTACHMENT_TOO_LARGE, ATTACHMENT_WRONG_TYPE } from '@petsetu/contract/complaints.ts'
import { Refusal } from '../errors.ts'
import { bytesWatcher } from '../http/bytes-watcher.ts'
import { diskRefusal, type FileSink } from '../http/upload.ts'
import { AttachmentInspector, type AttachmentKind } from './attachment-kind.ts'
import { filesIn } from './disk-place.ts'

/** A file that has come in whole and is of an allowed kind, but belongs to nothing yet. */
export type ReceivedFile = { temporaryPath: string; kind: AttachmentKind | null }

export type AttachmentStore = FileSink<ReceivedFile> & {
  /** Puts a received file where it stays, safe from a power cut, and answers its stored name. */
  keep: (file: ReceivedFile) => Promise<string>
  /** What cannot be removed just now is left to the sweep. */
  remove: (name: string) => Promise<void>
  /** Null where there is no such file. */
  read: (name: string) => Promise<StoredFile | null>
  /** Removes what a crash left behind: files older than a day that `isKept` does not know. */
  sweep: (isKept: (name: string) => Promise<boolean>) => Promise<number>
}

type StoredFile = { content: Readable; bytes: number }

/** Where attachments stay, under names of our own. */
export type AttachmentPlace = {
  /** Keeps the file at `temporaryPath`, durably, under this name; the place may take the file itself. */
  put: (name: string, temporaryPath: string) => Promise<void>
  remove: (name: string) => Promise<void>
  read: (name: string) => Promise<StoredFile | null>
  /** What is kept, or what looks like it. */
  list: () => AsyncIterable<{ name: string; changedAt: Date }>
}

// As the server makes them; PostgreSQL is not asked about anything else, since it takes no NUL.
export const STORED_NAME = /^[a-z0-9]{32}\.(pdf|jpg|png)$/

// Of each file: pieces that wait for the disk are written together, and the reader of the form need not wait for every single one.
const UNWRITTEN_BYTES_MAX = 512 * 1024

const ORPHAN_MS_MIN = 24 * 60 * 60 * 1_000

/** Attachments that come in through the disk, where they are looked at, and stay at `place`. */
export async function attachmentStore(dataDir: string, place: AttachmentPlace): Promise<AttachmentStore> {
  const incoming = path.join(dataDir, 'attachments/incoming')
  await mkdir(incoming, { recursive: true })
  const { put, remove, read, list } = place
  const letGo = bytesWatcher()

  async function receive(file: Readable): Promise<ReceivedFile> {
    const temporaryPath = path.join(incoming, newName())
    const inspector = new AttachmentInspector()
    let bytes = 0
    try {
      file.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        inspector.add(chunk)
        letGo(chunk.length)
      })
      await pipeline(file, createWriteStream(temporaryPath, { highWaterMark: UNWRITTEN_BYTES_MAX }))
    } catch (error) {
      await rm(temporaryPath, { force: true })
      throw error
    }
    const kind = inspector.kind()
    // One byte more than is allowed never arrives here: the reader of the form cuts off there and refuses.
    if (kind || bytes === 0 || bytes >= ATTACHMENT_BYTES_MAX) return { temporaryPath, kind }
    await rm(temporaryPath, { force: true })
    throw new Refusal(415, ATTACHMENT_WRONG_TYPE, { fields: { file: ATTACHMENT_WRONG_TYPE } })
  }

  return {
    receive,
    bytesMax: ATTACHMENT_BYTES_MAX,
    tooLarge: ATTACHMENT_TOO_LARGE,
    discard: ({ temporaryPath }) => rm(temporaryPath, { force: true }),
    async keep({ temporaryPath, kind }) {
      if (!kind) throw new Refusal(415, ATTACHMENT_WRONG_TYPE, { fields: { file: ATTACHMENT_WRONG_TYPE } })
      const name = `${newName()}.${kind}`
      await put(name, temporaryPath).catch(async (error: unknown) => {
        // What failed may have come after the file was there. What cannot be removed either is left to the sweep.
        await remove(name).catch(() => {})
        throw diskRefusal(error)
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

function newName(): string {
  return randomBytes(16).toString('hex')
}

async function* old(files: ReturnType<AttachmentPlace['list']>): ReturnType<AttachmentPlace['list']> {
  for await (const file of files) if (Date.now() - file.changedAt.getTime() > ORPHAN_MS_MIN) yield file
}
