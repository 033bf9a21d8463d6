import type { ComplaintStatus } from '@petsetu/contract/complaints.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { type CaseActor, recordCaseEvent } from './case-events.ts'
import { statusMail } from './complaint-mails.ts'

/** Sets the status of a complaint and tells the complainant, unless it is the same already. False if there is none with this id. */
export async function changeComplaintStatus(
  { db, enqueueMail }: Pick<Deps, 'db' | 'enqueueMail'>,
  id: number,
  status: ComplaintStatus,
  by: CaseActor,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const complaint = await transaction
      .selectFrom('complaints')
      .select('status')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!complaint || complaint.status === status) return complaint !== undefined
    await transaction.updateTable('complaints').set({ status }).where('id', '=', id).execute()
    await recordCaseEvent(transaction, id, { by, kind: 'status', before: complaint.status, after: status })
    const mail = await statusMail(transaction, id, status)
    if (mail) await enqueueMail(transaction, mail)
    return true
  })
}
