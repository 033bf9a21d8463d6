import type { ComplaintPaymentStatus, ComplaintStatus, OwnComplaint } from '@petsetu/contract/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { Db } from '../db/pool.ts'
import { hasEmail } from '../users/contact.ts'

/** A page of the complaints that were filed with an e-mail address, newest first, and how many there are. */
export async function listComplaintsWith(
  db: Db,
  email: string,
  page: number,
  limit: number,
): Promise<{ rows: OwnComplaint[]; total: number }> {
  const filed = db.selectFrom('complaints').where(hasEmail(email))
  const [rows, { total }] = await Promise.all([
    filed
      .leftJoin('payments', (join) =>
        join
          .onRef('payments.subject_id', '=', 'complaints.id')
          .on('payments.purpose', '=', 'complaint')
          .on('payments.disposition', '=', 'applied'),
      )
      .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
      .select(['complaints.id', 'type_of_complaint', 'complaints.created_at', 'complaints.status', 'payment_status'])
      .select('receipts.token as receipt_token')
      .orderBy('complaints.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    filed.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return {
    total,
    rows: rows.map(({ receipt_token, created_at, status, payment_status, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
      // Check constraints limit these columns to the contract's values; the generated types only say string.
      status: status as ComplaintStatus,
      payment_status: payment_status as ComplaintPaymentStatus,
      receipt_path: receipt_token === null ? null : paths.receipt.to({ token: receipt_token }),
    })),
  }
}
