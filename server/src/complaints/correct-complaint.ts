import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { conflict, HttpError, isRefusedByDatabase, notFound } from '../errors.ts'
import { hasOpenPayment } from '../payments/ledger/payment-queries.ts'
import { detailsOf } from './complaint-details.ts'
import { contentHashOf, type Filing, type Submission } from './file-complaint.ts'
import { type FiledComplaint, findByKey, type NewComplaint } from './insert-complaint.ts'

/**
 * Replaces fields and file of the complaint that was filed with this idempotency key, which only its submitter knows; returns
 * its id. Rejects with 409 once there is a payment.
 */
export async function correctComplaint(
  { db, attachments, limitRate }: Filing,
  { form, file, language }: Submission,
  idempotencyKey: string,
): Promise<number> {
  const contentHash = contentHashOf({ form, file })
  const existing = orMissing(await findByKey(db, idempotencyKey))
  if (existing.contentHash === contentHash) return existing.id
  await limitRate(form)
  const filePath = file && (await attachments.keep(file))
  const { id, unusedFile } = await replaceContent(db, { form, language, filePath, idempotencyKey, contentHash }).catch(
    async (error: unknown) => {
      // After any other error the commit may have happened, so the file is left to the sweep.
      const isRolledBack = error instanceof HttpError || isRefusedByDatabase(error)
      if (filePath && isRolledBack) await attachments.remove(filePath)
      throw error
    },
  )
  if (unusedFile) await attachments.remove(unusedFile)
  return id
}

function replaceContent(
  db: Db,
  { form, language, filePath, idempotencyKey, contentHash }: NewComplaint & { idempotencyKey: string },
): Promise<{ id: number; unusedFile: string | null }> {
  return inTransaction(db, async (transaction) => {
    const { payment_status: paymentStatus } = orMissing(
      await transaction
        .selectFrom('complaints')
        .select('payment_status')
        .where('idempotency_key', '=', idempotencyKey)
        .forUpdate()
        .executeTakeFirst(),
    )
    const filed: FiledComplaint = orMissing(await findByKey(transaction, idempotencyKey))
    if (filed.contentHash === contentHash) return { id: filed.id, unusedFile: filePath }
    if (paymentStatus === 'paid' || paymentStatus === 'refunded') throw conflict('already_paid')
    if (await hasOpenPayment(transaction, 'complaint', filed.id)) {
      throw conflict('payment_under_way')
    }
    await transaction
      .updateTable('complaints')
      .set({ ...form, ...detailsOf(form), language, file_path: filePath, content_hash: contentHash })
      .where('id', '=', filed.id)
      .execute()
    return { id: filed.id, unusedFile: filed.filePath }
  })
}

function orMissing<T>(complaint: T | null | undefined): T {
  if (!complaint) throw notFound('complaint_not_found')
  return complaint
}
