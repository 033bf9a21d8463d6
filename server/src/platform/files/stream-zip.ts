import { addAbortSignal, type PassThrough, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { FileStore } from './file-store.ts'

export type AddFile = (name: string, path: string) => Promise<boolean>

/** A zip that is filled while it is read. One file at a time is open, and closed if the reader leaves. */
export function streamZip(files: FileStore, fill: (zip: ZipFile, addFile: AddFile) => Promise<void>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const reader = new AbortController()
  output.once('close', () => reader.abort())
  zip.once('error', (error) => output.destroy(error as Error))
  const addFile: AddFile = async (name, path) => {
    const file = await files.read(name)
    if (!file) return false
    addAbortSignal(reader.signal, file.content)
    // PDF, JPG and PNG are compressed already.
    zip.addReadStream(file.content, path, { compress: false })
    await finished(file.content)
    return true
  }
  fill(zip, addFile)
    .then(() => zip.end())
    .catch((error: unknown) => output.destroy(error as Error))
  return output
}
