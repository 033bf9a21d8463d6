import { complaintStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import type { ComplaintStatus } from '@petsetu/contract/complaints/complaints.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { type CaseActor, recordCaseEvent } from './case-events.ts'
import { statusMails } from './complaint-mails.ts'

/** Sets the status and tells the complainants, also of merged complaints. False if there is none with this id. */
export async function changeComplaintStatus(
  { db, enqueueMail }: Pick<Deps, 'db' | 'enqueueMail'>,
  id: number,
  status: ComplaintStatus,
  by: CaseActor,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const complaint = await transaction
      .selectFrom('complaints')
      .select(['status', 'outcome'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!complaint || complaint.status === status) return complaint !== undefined
    const { isOpen } = complaintStatuses[status]
    // A case that is open again has not ended, and is nobody's duplicate.
    const ended = isOpen ? { outcome: null, duplicate_of: null } : {}
    await transaction
      .updateTable('complaints')
      .set({ status, ...ended })
      .where('id', '=', id)
      .execute()
    await recordCaseEvent(transaction, id, { by, kind: 'status', before: complaint.status, after: status })
    if (isOpen && complaint.outcome !== null)
      await recordCaseEvent(transaction, id, { by, kind: 'outcome', before: complaint.outcome })
    for (const mail of await statusMails(transaction, id, status)) await enqueueMail(transaction, mail)
    return true
  })
}
