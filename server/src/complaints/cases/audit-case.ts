import type { AuditAction } from '@petsetu/contract/people/audit.ts'
import { findReceiptPath } from '../../payments/receipts/receipt-queries.ts'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/errors.ts'
import { adminOf, recordCaseEvent } from '../case-events.ts'

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
  await recordAudit(transaction, by, action, { kind: 'complaint', id }, { before, after })
}

async function lockCase(transaction: Db, id: number) {
  return transaction
    .selectFrom('complaints')
    .select(['status', 'priority', 'due_on', 'assignee_id', 'outcome', 'duplicate_of', 'hold_until'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('complaint_not_found'))
}

type Reveal = { reason: string; by: Actor }
type Complainant = { fullname: string; email: string; phone: string; receipt_path: string | null }

/** Returns the complainant of a withheld name. The reason is stored with it in one transaction. Rejects with 404 for an unknown complaint. */
export async function revealName(db: Db, id: number, { reason, by: actor }: Reveal): Promise<Complainant> {
  return inTransaction(db, async (transaction) => {
    const complainant = await transaction
      .selectFrom('complaints')
      .select(['fullname', 'email', 'phone'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('complaint_not_found'))
    await recordReveal(transaction, id, { reason, by: actor })
    return { ...complainant, receipt_path: await findReceiptPath(transaction, 'complaint', id) }
  })
}

export async function recordReveal(transaction: Db, id: number, { reason, by: actor }: Reveal): Promise<void> {
  await recordCaseEvent(transaction, id, { by: adminOf(actor), kind: 'reveal', text: reason })
  await recordAudit(transaction, actor, 'name-revealed', { kind: 'complaint', id }, { reason })
}
