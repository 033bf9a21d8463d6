import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeThrough } from './private-folder.ts'

export type StoredFile = { content: Readable; bytes: number }

/** Storage for attachments, under names that we generate. */
export type FileDriver = {
  /** Stores the file at `temporaryPath` durably under this name; the driver may move the file. */
  put: (name: string, temporaryPath: string) => Promise<void>
  remove: (name: string) => Promise<void>
  read: (name: string) => Promise<StoredFile | null>
  list: () => AsyncIterable<{ name: string; changedAt: Date }>
}

export function diskDriver(folder: string): FileDriver {
  return {
    async put(name, temporaryPath) {
      const kept = path.join(folder, name)
      // Renamed before syncing, so that the file system's journal commits the new name together with the file.
      await rename(temporaryPath, kept)
      await writeThrough(kept)
      await writeThrough(folder)
    },
    remove: (name) => rm(path.join(folder, name), { force: true }),
    async read(name) {
      const file = path.join(folder, name)
      const { size } = await stat(file).catch(() => ({ size: null }))
      return size === null ? null : { content: createReadStream(file), bytes: size }
    },
    list: () => filesIn(folder),
  }
}

export async function* filesIn(folder: string): AsyncGenerator<{ name: string; changedAt: Date }> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    const { mtime } = await stat(path.join(folder, name)).catch(() => ({ mtime: new Date() }))
    yield { name, changedAt: mtime }
  }
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
