import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/errors.ts'

type Held = { until: string | null; reason: string; by: Actor }

/** Holds a complaint until a day, or ends its hold. Rejects with 404 for an unknown one. */
export async function holdCase(db: Db, id: number, { until, reason, by }: Held): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const before = await transaction
      .selectFrom('complaints')
      .select(['hold_until', 'hold_cause'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notFound('complaint_not_found')
    const after = { hold_until: until, hold_cause: until === null ? null : 'admin' }
    await transaction
      .updateTable('complaints')
      .set({ ...after, hold_reason: until === null ? null : reason })
      .where('id', '=', id)
      .execute()
    const action = until === null ? 'complaint-released' : 'complaint-held'
    await recordAudit(transaction, by, { action, object: { kind: 'complaint', id }, before, after, reason })
  })
}
