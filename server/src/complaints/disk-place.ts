import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { AttachmentPlace } from './attachment-store.ts'

/** A folder that nothing serves. */
export function diskPlace(folder: string): AttachmentPlace {
  return {
    async put(name, temporaryPath) {
      const kept = path.join(folder, name)
      // Moved first: what the file system then writes through of its journal for the file holds the new name as well.
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

/** To the disk: a renamed file survives a power cut only once its folder has been written, too. */
async function writeThrough(name: string): Promise<void> {
  const handle = await open(name, 'r')
  await handle.sync().finally(() => handle.close())
}

export async function* filesIn(folder: string): AsyncGenerator<{ name: string; changedAt: Date }> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    const { mtime } = await stat(path.join(folder, name)).catch(() => ({ mtime: new Date() }))
    yield { name, changedAt: mtime }
  }
}
