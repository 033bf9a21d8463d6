import { buffer } from 'node:stream/consumers'
import type { FileStore } from './file-store.ts'

/** A stored file in base64; null if there is no such file. */
export async function contentOf(files: Pick<FileStore, 'read'>, name: string): Promise<string | null> {
  const file = await files.read(name)
  return file && (await buffer(file.content)).toString('base64')
}

/** Gives a stored file a place in an export, and returns what stands for it in the data; null if it is missing. */
export type PlaceFile = (name: string) => Promise<string | null>
