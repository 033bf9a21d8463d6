import type { ComplaintFile } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { sql } from 'kysely'
import { isoTimes } from '../platform/db/iso-times.ts'
import type { Db } from '../platform/db/pool.ts'
import type { StoredFile } from '../platform/files/driver.ts'
import type { FileStore, ReceivedFile } from '../platform/files/file-store.ts'
import type { StoredAttachment, StoredNames } from '../platform/files/incoming-files.ts'
import { attachmentLink } from '../platform/files/signed-link.ts'

/** Stores received files, in their order. If one cannot be stored, none is. */
export async function storeFiles(attachments: FileStore, received: ReceivedFile[]): Promise<StoredAttachment[]> {
  const kept: StoredAttachment[] = []
  try {
    for (const file of received) kept.push(await attachments.keep(file))
    return kept
  } catch (error) {
    await removeFiles(attachments, kept)
    throw error
  }
}

export async function removeFiles(attachments: FileStore, files: StoredNames[]): Promise<void> {
  for (const file of files) await attachments.remove(file)
}

/** Adds files of a complaint, behind those that it has. The caller holds a lock on the complaint. */
export async function insertFiles(transaction: Db, complaintId: number, files: StoredAttachment[]): Promise<void> {
  await sql`
    insert into complaint_files (complaint_id, position, ${FILE_COLUMNS}, by_role)
    select ${complaintId}::bigint, ${lastPosition(complaintId)} + file.position, ${FILE_COLUMNS}, 'complainant'
    from ${asRows(files)}`.execute(transaction)
}

const lastPosition = (complaintId: number) =>
  sql`(select coalesce(max(position), -1) from complaint_files where complaint_id = ${complaintId})`

export const FILE_COLUMNS = sql`name, original_name, sha256, bytes, type`

/** Files as rows named `file` in SQL, with positions from 1. */
export const asRows = (files: StoredAttachment[]) => sql`
  unnest(
    ${files.map(({ name }) => name)}::text[],
    ${files.map(({ originalName }) => originalName)}::text[],
    ${files.map(({ sha256 }) => sha256)}::text[],
    ${files.map(({ bytes }) => bytes)}::integer[],
    ${files.map(({ type }) => type)}::text[]
  ) with ordinality as file (${FILE_COLUMNS}, position)`

/** Lists the names under which the files of a complaint are stored. A first file of an earlier version has no row. */
async function listStored(db: Db, { id, file_path }: WithFiles): Promise<StoredNames[]> {
  const rows = await db
    .selectFrom('complaint_files')
    .select(['name', 'original_name as originalName'])
    .where('complaint_id', '=', id)
    .execute()
  return withFirst(rows, file_path)
}

function withFirst(rows: StoredNames[], filePath: string | null): StoredNames[] {
  const isListed = filePath === null || rows.some((row) => row.name === filePath || row.originalName === filePath)
  return isListed ? rows : [...rows, { name: filePath, originalName: null }]
}

type WithFiles = { id: number; file_path: string | null }

export async function deleteFiles(transaction: Db, complaint: WithFiles): Promise<StoredNames[]> {
  const stored = await listStored(transaction, complaint)
  await transaction.deleteFrom('complaint_files').where('complaint_id', '=', complaint.id).execute()
  return stored
}

/** Deletes the rows of the files that came with the form; those added to the history later stay. */
export async function deleteFormFiles(transaction: Db, { id, file_path }: WithFiles): Promise<StoredNames[]> {
  const isAdded = sql<boolean>`exists (
    select from case_events
    where case_events.complaint_id = complaint_files.complaint_id and kind = 'file' and after = complaint_files.name)`
  const rows = await transaction
    .deleteFrom('complaint_files')
    .where('complaint_id', '=', id)
    .where(sql<boolean>`not ${isAdded}`)
    .returning(['name', 'original_name as originalName'])
    .execute()
  return withFirst(rows, file_path)
}

export async function listFiles(db: Db, complaintId: number, linkKey: Buffer): Promise<ComplaintFile[]> {
  const rows = await db
    .selectFrom('complaint_files')
    .select(['id', 'name', 'type', 'bytes', 'sha256', 'created_at'])
    .where('complaint_id', '=', complaintId)
    .orderBy('position')
    .execute()
  return rows.map(({ name, ...row }) => ({ ...isoTimes(row), url: attachmentLink(name, linkKey) }))
}

/** The version of a file that is shown, or null. `isSealed` is false for one of an earlier version without a row. */
async function findShown(db: Db, name: string): Promise<{ name: string; isSealed: boolean } | null> {
  const { rows } = await sql<{ name: string; isSealed: boolean }>`
    select name, true as "isSealed" from complaint_files where name = ${name} or original_name = ${name}
    union all
    select file_path, false from complaints where file_path = ${name}
    order by "isSealed" desc limit 1`.execute(db)
  return rows[0] ?? null
}

export async function readShown(db: Db, attachments: FileStore, name: string): Promise<StoredFile | null> {
  const shown = await findShown(db, name)
  if (!shown) return null
  return shown.isSealed || name.endsWith('.pdf') ? attachments.read(shown.name) : attachments.readUnsealed(name)
}

/** True if this stored file belongs to a complaint. */
export const isAttached = async (db: Db, name: string): Promise<boolean> => (await findShown(db, name)) !== null
