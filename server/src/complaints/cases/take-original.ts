import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { recordCaseEvent } from '../case-events.ts'

type Stores = { db: Db; attachments: FileStore }
type Wanted = { complaintId: number; fileId: number }

/**
 * A file as it came. It is handed out only if its SHA-256 is still the one that was stored when it came, and with a reason that is kept
 * in the history. Rejects with 404 for a file that is unknown or of another complaint.
 */
export async function takeOriginal(
  { db, attachments }: Stores,
  { complaintId, fileId }: Wanted,
  { reason, by: actor }: { reason: string; by: Actor },
): Promise<{ content: Buffer; fileName: string }> {
  const row = await db
    .selectFrom('complaint_files')
    .select(['name', 'original_name', 'sha256'])
    .where('id', '=', fileId)
    .where('complaint_id', '=', complaintId)
    .executeTakeFirst()
  const stored = row && (await attachments.read(row.original_name ?? row.name))
  if (!row || !stored) throw notFound('attachment_not_found')
  const content = await buffer(stored.content)
  if (createHash('sha256').update(content).digest('hex') !== row.sha256) throw conflict('original_damaged')
  await inTransaction(db, async (transaction) => {
    await recordCaseEvent(transaction, complaintId, {
      ...{ by: { role: 'admin', userId: actor.person.id }, kind: 'reveal', text: reason, after: fileId },
    })
    const object = { kind: 'complaint', id: complaintId } as const
    await recordAudit(transaction, actor, { action: 'original-taken', object, after: { file_id: fileId }, reason })
  })
  return { content, fileName: `complaint-${complaintId}-${fileId}.${row.name.split('.').at(-1)}` }
}
