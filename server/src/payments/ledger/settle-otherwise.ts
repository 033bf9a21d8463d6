import { sql } from 'kysely'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/errors.ts'

/**
 * Records how an admin settled unmatched money, or a failed refund, outside the provider. It is no longer listed as open; the
 * payment's status at the provider does not change.
 */
export async function settleOtherwise(
  db: Db,
  paymentId: number,
  { by, note }: { by: Actor; note: string },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const payment = await transaction
      .selectFrom('payments')
      .select(['status', 'disposition', 'refunded_paise', 'settled_at', 'refund_failed_at'])
      .where('id', '=', paymentId)
      .forUpdate()
      .executeTakeFirst()
    if (!payment) throw notFound('payment_not_found')
    const { status, disposition, refunded_paise } = payment
    if (payment.settled_at) throw conflict('settled_already')
    const isUnmatched = status === 'captured' && (disposition === 'surplus' || disposition === 'quarantined')
    if (!isUnmatched && !payment.refund_failed_at) throw conflict('not_unmatched')
    if (await isRefundUnderWay(transaction, paymentId)) throw conflict('refund_under_way')
    await transaction
      .updateTable('payments')
      .set({ settled_at: sql`now()`, settled_by: by.person.id, settled_note: note })
      .where('id', '=', paymentId)
      .execute()
    await transaction
      .insertInto('payment_journal')
      .values({
        payment_id: paymentId,
        source: 'settled',
        status_before: status,
        status_after: status,
        disposition_before: disposition,
        disposition_after: disposition,
        refunded_paise_before: refunded_paise,
        refunded_paise_after: refunded_paise,
      })
      .execute()
    const object = { kind: 'payment', id: paymentId } as const
    await recordAudit(transaction, by, { action: 'payment-settled', object, reason: note })
  })
}

async function isRefundUnderWay(transaction: Db, paymentId: number): Promise<boolean> {
  const open = await transaction
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', 'in', ['new', 'pending'])
    .executeTakeFirst()
  return open !== undefined
}
