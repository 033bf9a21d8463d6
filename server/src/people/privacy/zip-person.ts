import { addAbortSignal, type PassThrough, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Db } from '../../platform/db/pool.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Identity } from '../users/contact.ts'
import { exportRecords } from './export-person.ts'

type Stores = { db: Db; attachments: FileStore }

/**
 * Everything stored about a person as a zip: `data.json`, and their files below `files/`. The files are opened one after the other
 * as the zip is read, and closed if its reader leaves. One that is missing is named in `data.json`.
 */
export async function zipPerson({ db, attachments }: Stores, identity: Identity): Promise<Readable> {
  const names: string[] = []
  const data = await exportRecords(db, identity, async (name) => {
    names.push(name)
    return pathOf(name)
  })
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const reader = new AbortController()
  output.once('close', () => reader.abort())
  zip.once('error', (error) => output.destroy(error as Error))
  const fill = async () => {
    const missing = await addFiles(zip, names, attachments, reader.signal)
    // Last, because only now it is known which files are missing.
    const text = JSON.stringify({ ...data, missing_files: missing.map(pathOf) }, null, 2)
    zip.addBuffer(Buffer.from(text), 'data.json')
    zip.end()
  }
  fill().catch((error: unknown) => output.destroy(error as Error))
  return output
}

const pathOf = (name: string) => `files/${name}`

/** Returns the names of the files that do not exist. */
async function addFiles(
  zip: ZipFile,
  names: string[],
  attachments: FileStore,
  readerLeft: AbortSignal,
): Promise<string[]> {
  const missing: string[] = []
  for (const name of names) {
    const file = await attachments.read(name)
    if (file) {
      addAbortSignal(readerLeft, file.content)
      // PDF, JPG and PNG are compressed already.
      zip.addReadStream(file.content, pathOf(name), { compress: false })
      await finished(file.content)
    } else missing.push(name)
  }
  return missing
}
