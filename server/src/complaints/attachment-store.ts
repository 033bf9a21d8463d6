import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ATTACHMENT_BYTES_MAX, ATTACHMENT_TOO_LARGE, ATTACHMENT_WRONG_TYPE } from '@petsetu/contract/complaints.ts'
import { Refusal } from '../errors.ts'
import type { FileSink } from '../http/upload.ts'
import { AttachmentInspector, type AttachmentKind } from './attachment-kind.ts'

/** A file that has come in whole and is of an allowed kind, but belongs to nothing yet. */
export type ReceivedFile = { temporaryPath: string; kind: AttachmentKind | null }

export type AttachmentStore = FileSink<ReceivedFile> & {
  /** Puts a received file where it stays, safe from a power cut, and answers its stored name. */
  keep: (file: ReceivedFile) => Promise<string>
  remove: (name: string) => Promise<void>
  /** Null where there is no such file. */
  read: (name: string) => Promise<{ content: Readable; bytes: number } | null>
  /** Removes what a crash left behind: files older than a day that `isKept` does not know. */
  sweep: (isKept: (name: string) => Promise<boolean>) => Promise<number>
}

const ORPHAN_MS_MIN = 24 * 60 * 60 * 1_000

/** Attachments on the disk, in a folder that nothing serves, under names of our own. */
export async function diskAttachments(dataDir: string): Promise<AttachmentStore> {
  const folder = path.join(dataDir, 'attachments')
  const incoming = path.join(folder, 'incoming')
  await mkdir(incoming, { recursive: true })

  async function receive(file: Readable): Promise<ReceivedFile> {
    const temporaryPath = path.join(incoming, newName())
    const inspector = new AttachmentInspector()
    let bytes = 0
    try {
      await pipeline(
        file,
        async function* inspect(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            bytes += chunk.length
            inspector.add(chunk)
            yield chunk
          }
        },
        createWriteStream(temporaryPath, { flush: true }),
      )
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
      await rename(temporaryPath, path.join(folder, name))
      await syncFolder(folder)
      return name
    },
    remove: (name) => rm(path.join(folder, name), { force: true }),
    async read(name) {
      const file = path.join(folder, name)
      const { size } = await stat(file).catch(() => ({ size: null }))
      return size === null ? null : { content: createReadStream(file), bytes: size }
    },
    async sweep(isKept) {
      let removed = 0
      for (const [where, known] of [
        [incoming, async () => false],
        [folder, isKept],
      ] as const) {
        for (const name of await oldFiles(where)) {
          if (await known(name)) continue
          await rm(path.join(where, name), { force: true })
          removed++
        }
      }
      return removed
    },
  }
}

function newName(): string {
  return randomBytes(16).toString('hex')
}

/** A renamed file survives a power cut only once its folder has been written, too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function oldFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const old: string[] = []
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    const { mtimeMs } = await stat(path.join(folder, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > ORPHAN_MS_MIN) old.push(name)
  }
  return old
}
