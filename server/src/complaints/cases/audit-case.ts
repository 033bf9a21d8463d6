import type { AuditAction } from '@petsetu/contract/people/audit.ts'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import type { Db } from '../../platform/db/pool.ts'
import { notFound } from '../../platform/errors.ts'

/** Runs what changes a case, and stores in the audit what it changed. Rejects with 404 for an unknown complaint. */
export async function auditCase(
  transaction: Db,
  by: Actor,
  { id, action }: { id: number; action: AuditAction },
  change: () => Promise<void>,
): Promise<void> {
  const before = await lockCase(transaction, id)
  await change()
  const after = await lockCase(transaction, id)
  await recordAudit(transaction, by, { action, object: { kind: 'complaint', id }, before, after })
}

async function lockCase(transaction: Db, id: number) {
  const row = await transaction
    .selectFrom('complaints')
    .select(['status', 'priority', 'due_on', 'assignee_id', 'outcome', 'duplicate_of', 'hold_until'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('complaint_not_found')
  return row
}
