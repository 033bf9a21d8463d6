import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { HttpError } from '../errors.ts'
import type { AttachmentKind } from './content-kind.ts'
import type { FileDriver, StoredFile } from './driver.ts'
import { type IncomingFiles, putContent } from './incoming-files.ts'
import { type KeptFile, newStoredName, TYPES } from './kept-file.ts'
import { blankPicture, renderShown } from './render-photo.ts'

/** Pictures that an earlier version stored, and showed as they had come. */
export type EarlierFiles = {
  /**
   * Does for such a file what `keep` does for a new one: its picture gets a copy that is shown, and is itself what is sealed. Null if
   * it is missing.
   */
  seal: (name: string) => Promise<KeptFile | null>
  /** Reads a picture that is not sealed yet, as it is shown. */
  readUnsealed: (name: string) => Promise<StoredFile | null>
}

export function earlierFiles(driver: FileDriver, incoming: IncomingFiles): EarlierFiles {
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
