import { CORRECTED } from '@petsetu/contract/complaints/case-events.ts'
import { hasOpenPayment } from '../payments/ledger/payment-queries.ts'
import { hasCorrections } from '../people/users/stored-corrections.ts'
import { isRolledBack } from '../platform/db/database-errors.ts'
import type { Db } from '../platform/db/pool.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { StoredNames } from '../platform/files/kept-file.ts'
import { recordCaseEvent } from './case-events.ts'
import { detailsOf } from './complaint-details.ts'
import { deleteFormFiles, insertFiles, removeFiles, storeFiles } from './complaint-files.ts'
import { contentHashOf, type Filing, type Submission } from './file-complaint.ts'
import { type Filed, type FiledComplaint, findByKey, type NewComplaint } from './insert-complaint.ts'

/**
 * Replaces what was filed with this idempotency key, which only the submitter knows: the fields, and the files of the form. Files
 * that were added later stay. Rejects with 409 once there is a payment, or an admin has worked on it.
 */
export async function correctComplaint(
  { db, attachments, limitRate }: Filing,
  { form, files, language }: Submission,
  idempotencyKey: string,
): Promise<Filed> {
  const contentHash = contentHashOf({ form, files })
  const existing = orMissing(await findByKey(db, idempotencyKey))
  if (existing.contentHash === contentHash) return existing
  await limitRate(form)
  const kept = await storeFiles(attachments, files)
  const complaint = { form, language, files: kept, idempotencyKey, contentHash }
  const unusedFiles = await replaceContent(db, complaint).catch(async (error: unknown) => {
    // After any other error the commit may have happened, so the files are left to the sweep.
    if (isRolledBack(error)) await removeFiles(attachments, kept)
    throw error
  })
  await removeFiles(attachments, unusedFiles)
  return existing
}

function replaceContent(
  db: Db,
  { form, language, files, idempotencyKey, contentHash }: NewComplaint & { idempotencyKey: string },
): Promise<StoredNames[]> {
  return inTransaction(db, async (transaction) => {
    const { payment_status: paymentStatus, status } = orMissing(
      await transaction
        .selectFrom('complaints')
        .select(['payment_status', 'status'])
        .where('idempotency_key', '=', idempotencyKey)
        .forUpdate()
        .executeTakeFirst(),
    )
    const filed: FiledComplaint = orMissing(await findByKey(transaction, idempotencyKey))
    if (filed.contentHash === contentHash) return files
    if (paymentStatus === 'paid' || paymentStatus === 'refunded') throw conflict('already_paid')
    if (await hasOpenPayment(transaction, 'complaint', filed.id)) {
      throw conflict('payment_under_way')
    }
    if (status !== 'pending' || (await hasWorkOf(transaction, filed.id))) throw conflict('case_under_way')
    const unusedFiles = await deleteFormFiles(transaction, { id: filed.id, file_path: filed.filePath })
    await insertFiles(transaction, filed.id, files, 'complainant')
    await transaction
      .updateTable('complaints')
      .set({ ...form, ...detailsOf(form), language, file_path: files[0]?.name ?? null, content_hash: contentHash })
      .where('id', '=', filed.id)
      .execute()
    await recordCaseEvent(transaction, filed.id, { by: { role: 'complainant' }, kind: 'filed', after: CORRECTED })
    return unusedFiles
  })
}

/** True if an admin has done anything with the case since it was filed, or has corrected whose it is. */
async function hasWorkOf(transaction: Db, complaintId: number): Promise<boolean> {
  if (await hasCorrections(transaction, 'complaint', complaintId)) return true
  const event = await transaction
    .selectFrom('case_events')
    .select('id')
    .where('complaint_id', '=', complaintId)
    .where('by_role', '=', 'admin')
    .where('kind', '<>', 'filed')
    .limit(1)
    .executeTakeFirst()
  return event !== undefined
}

function orMissing<T>(complaint: T | null | undefined): T {
  if (!complaint) throw notFound('complaint_not_found')
  return complaint
}
