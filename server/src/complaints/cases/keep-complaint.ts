import type { Db } from '../../platform/db/pool.ts'
import { notFound } from '../../platform/errors.ts'

/** Keeps a complaint from being deleted until the transaction ends. Rejects with 404 for an unknown one. */
export async function keepComplaint(transaction: Db, id: number): Promise<void> {
  const complaint = await transaction
    .selectFrom('complaints')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!complaint) throw notFound('complaint_not_found')
}
