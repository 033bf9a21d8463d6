import { complaintStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import type { ComplaintStatus } from '@petsetu/contract/complaints/complaints.ts'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { todayInIndia } from '../platform/db/expressions.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { type CaseActor, recordCaseEvent } from './case-events.ts'
import { statusMails } from './complaint-mails.ts'
import { dueAfter, dueDaysOf } from './file-complaint.ts'

type Changing = Pick<Deps, 'db' | 'enqueueMail'> & {
  foundation: () => Pick<ReturnType<Deps['foundation']>, 'complaintDueDays'>
}

/**
 * Sets the status and tells the complainants, also of merged complaints. False if there is none with this id. A case that is opened again
 * after its due day has the days of its type from today on. Whoever filed a duplicate follows the first complaint: another end of the
 * duplicate is told to nobody.
 */
export async function changeComplaintStatus(
  { db, enqueueMail, foundation }: Changing,
  id: number,
  status: ComplaintStatus,
  by: CaseActor,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const complaint = await transaction
      .selectFrom('complaints')
      .select(['status', 'outcome', 'type_of_complaint', 'due_on', 'duplicate_of'])
      .select(sql<boolean>`coalesce(due_on < ${todayInIndia()}, false)`.as('isPastDue'))
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!complaint || complaint.status === status) return complaint !== undefined
    const { isOpen } = complaintStatuses[status]
    // A case that is open again has not ended, and is nobody's duplicate.
    const ended = isOpen ? { outcome: null, duplicate_of: null } : {}
    const isReopenedLate = isOpen && !complaintStatuses[complaint.status].isOpen && complaint.isPastDue
    const { dueDays } = dueDaysOf(foundation().complaintDueDays, complaint)
    const { due_on: dueOn } = await transaction
      .updateTable('complaints')
      .set({ status, ...ended, ...(isReopenedLate && dueDays !== undefined && { due_on: dueAfter(dueDays) }) })
      .where('id', '=', id)
      .returning('due_on')
      .executeTakeFirstOrThrow()
    const internal = complaint.duplicate_of !== null && !isOpen
    await recordCaseEvent(transaction, id, { by, kind: 'status', internal, before: complaint.status, after: status })
    if (dueOn !== complaint.due_on)
      await recordCaseEvent(transaction, id, {
        by: { role: 'system' },
        kind: 'due',
        before: complaint.due_on,
        after: dueOn,
      })
    if (isOpen && complaint.outcome !== null)
      await recordCaseEvent(transaction, id, { by, kind: 'outcome', before: complaint.outcome })
    const mails = internal ? [] : await statusMails(transaction, id, status)
    for (const mail of mails) await enqueueMail(transaction, mail)
    return true
  })
}
