import { buffer } from 'node:stream/consumers'
import type { FileStore } from './file-store.ts'

/** A stored file in base64; null without a name, and if there is no such file. */
export async function contentOf(files: Pick<FileStore, 'read'>, name: string | null): Promise<string | null> {
  const file = name === null ? null : await files.read(name)
  return file && (await buffer(file.content)).toString('base64')
}
