import type { Complaint } from '@petsetu/contract/complaints/complaints.ts'
import { listPaymentsOf } from '../payments/ledger/payment-queries.ts'
import { findReceiptPath } from '../payments/receipts/receipt-queries.ts'
import type { Db } from '../platform/db/pool.ts'
import { notFound } from '../platform/errors.ts'
import { attachmentLink } from '../platform/files/signed-link.ts'
import { listFiles } from './complaint-files.ts'
import { findComplaint, hideName } from './complaint-queries.ts'

/** Reads a complaint as admins see it; rejects with 404 for an unknown one. `linkKey` signs the links to its files. */
export function complaintReader(db: Db, linkKey: Buffer): (id: number) => Promise<Complaint> {
  return async (id) => {
    const [complaint, payments, receiptPath, files] = await Promise.all([
      findComplaint(db, id),
      listPaymentsOf(db, 'complaint', id),
      findReceiptPath(db, 'complaint', id),
      listFiles(db, id, linkKey),
    ])
    if (!complaint) throw notFound('complaint_not_found')
    return {
      ...hideName(complaint),
      payments,
      // The receipt names who paid.
      receipt_path: complaint.is_name_withheld ? null : receiptPath,
      file_url: complaint.file_path && attachmentLink(complaint.file_path, linkKey),
      files,
    }
  }
}
