import { sql } from 'kysely'
import type { Db } from '../platform/db/pool.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Stores } from '../platform/files/file-store.ts'
import type { StoredAttachment } from '../platform/files/incoming-files.ts'
import { asRows, FILE_COLUMNS } from './complaint-files.ts'

const COMPLAINTS_AT_ONCE = 100
// No complaint has so many files.
const POSITIONS_MAX = 1_000_000

/**
 * Seals the files of earlier versions: each gets its row, and each picture a copy without metadata, which is shown from then on. What an
 * earlier version stored stays as it is, under its name, because that version may still run on another node.
 */
export async function migrateLegacyAttachments({ db, attachments }: Stores, stopping: AbortSignal): Promise<void> {
  for (let last = 0, isMore = true; isMore; ) {
    const complaints = await listUnsealed(db, last)
    for (const { id, file_path } of complaints) {
      if (stopping.aborted) return
      await sealFile({ db, attachments }, id, file_path)
    }
    last = complaints.at(-1)?.id ?? last
    isMore = complaints.length === COMPLAINTS_AT_ONCE
  }
}

async function listUnsealed(db: Db, after: number): Promise<{ id: number; file_path: string }[]> {
  const { rows } = await sql<{ id: number; file_path: string }>`
    select id, file_path from complaints
    where file_path is not null and id > ${after}
      and not exists (select from complaint_files where name = file_path)
      and not exists (select from complaint_files where original_name = file_path)
    order by id limit ${COMPLAINTS_AT_ONCE}`.execute(db)
  return rows
}

async function sealFile({ db, attachments }: Stores, id: number, filePath: string): Promise<void> {
  const kept = await attachments.seal(filePath)
  // The file is missing.
  if (!kept) return
  const isStored = await inTransaction(db, (transaction) => insertFirst(transaction, id, filePath, kept))
  if (!isStored && kept.originalName) await attachments.remove({ name: kept.name, originalName: null })
}

/** Inserts the first file of a complaint. False if it has another one meanwhile. */
async function insertFirst(transaction: Db, id: number, filePath: string, kept: StoredAttachment): Promise<boolean> {
  const complaint = await transaction
    .selectFrom('complaints')
    .select('file_path')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (complaint?.file_path !== filePath) return false
  // Files that were added since stand behind it. In two steps, because positions are unique at every moment.
  for (const shift of [POSITIONS_MAX, 1 - POSITIONS_MAX])
    await sql`update complaint_files set position = position + ${shift} where complaint_id = ${id}`.execute(transaction)
  await sql`
    insert into complaint_files (complaint_id, position, ${FILE_COLUMNS}, by_role, created_at)
    select complaints.id, 0, ${FILE_COLUMNS}, 'complainant', complaints.created_at
    from complaints, ${asRows([kept])} where complaints.id = ${id}`.execute(transaction)
  return true
}
