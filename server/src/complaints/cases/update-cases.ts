import type { ComplaintStatus } from '@petsetu/contract/complaints.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { recordCaseEvent } from '../case-events.ts'
import { changeComplaintStatus } from '../change-status.ts'
import { auditCase } from './audit-case.ts'
import { requireAdmin } from './update-case.ts'

type Changes = { ids: number[]; status?: ComplaintStatus | undefined; assignee_id?: number | null | undefined }

/**
 * Sets the status or the assignee of several complaints in one transaction, each with its event and its mail. Rejects with 404, and
 * changes none, if one is unknown. The rows are locked in the order of their numbers, so that two such changes do not block each other.
 */
export async function updateCases(
  { db, enqueueMail }: Pick<Deps, 'db' | 'enqueueMail'>,
  { ids, status, assignee_id }: Changes,
  actor: Actor,
): Promise<number> {
  const by = { role: 'admin', userId: actor.person.id } as const
  const inOrder = [...new Set(ids)].sort((one, other) => one - other)
  await inTransaction(db, async (transaction) => {
    if (assignee_id) await requireAdmin(transaction, assignee_id)
    const change = async (id: number) => {
      const stored = await transaction
        .selectFrom('complaints')
        .select('assignee_id')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!stored) throw notFound('complaint_not_found')
      if (status) await changeComplaintStatus({ db: transaction, enqueueMail }, id, status, by)
      if (assignee_id === undefined || assignee_id === stored.assignee_id) return
      await transaction.updateTable('complaints').set({ assignee_id }).where('id', '=', id).execute()
      await recordCaseEvent(transaction, id, { by, kind: 'assign', before: stored.assignee_id, after: assignee_id })
    }
    for (const id of inOrder) await auditCase(transaction, actor, { id, action: 'complaint-changed' }, () => change(id))
  })
  return inOrder.length
}
