import type { Readable } from 'node:stream'
import type { Db } from '../../platform/db/pool.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { streamZip } from '../../platform/files/stream-zip.ts'
import type { Identity } from '../users/contact.ts'
import { exportRecords } from './export-person.ts'

type Stores = { db: Db; attachments: FileStore }

/** Everything stored about a person as a zip: `data.json`, and their files below `files/`. One that is missing is named in `data.json`. */
export async function zipPerson({ db, attachments }: Stores, identity: Identity): Promise<Readable> {
  const names: string[] = []
  const data = await exportRecords(db, identity, async (name) => {
    names.push(name)
    return pathOf(name)
  })
  return streamZip(attachments, async (zip, addFile) => {
    const missing: string[] = []
    for (const name of names) if (!(await addFile(name, pathOf(name)))) missing.push(pathOf(name))
    // Last, because only now it is known which files are missing.
    const text = JSON.stringify({ ...data, missing_files: missing }, null, 2)
    zip.addBuffer(Buffer.from(text), 'data.json')
  })
}

const pathOf = (name: string) => `files/${name}`
